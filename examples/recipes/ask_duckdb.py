"""Questions to a data set of matches in SQL, with DuckDB, and in pandas.

pip install duckdb pandas pyarrow
wagonik simulate paris --players 3 --bots planner --matches 1000 --out matches.parquet
python examples/recipes/ask_duckdb.py matches.parquet
"""

import argparse
from collections.abc import Sequence

import duckdb
import pandas as pd

ORDER = """
SELECT seat."order" AS place, avg(seat.share) AS wins, count(*) AS seats
FROM (SELECT unnest(seats) AS seat FROM read_parquet(?))
GROUP BY place ORDER BY place
"""
TICKETS = """
SELECT ticket.name, count(*) AS kept, avg(ticket.completed::INT) AS completed,
       avg(ticket.points) AS points, avg(seats[ticket.seat + 1].share) AS won
FROM (SELECT unnest(tickets) AS ticket, seats FROM read_parquet(?))
WHERE ticket.kept
GROUP BY ticket.name ORDER BY points DESC, ticket.name DESC
"""


def by_order(file: str) -> pd.DataFrame:
    """How much the first player wins, the second and so on, by DuckDB."""
    return duckdb.execute(ORDER, [file]).df()


def by_ticket(file: str) -> pd.DataFrame:
    """What tickets bring to those who keep them, by DuckDB. Its lists begin at 1."""
    return duckdb.execute(TICKETS, [file]).df()


def seats(file: str) -> pd.DataFrame:
    """A row for each seat of each match, in pandas."""
    matches = pd.read_parquet(file, columns=["number", "turns", "seats"])
    rows = matches.explode("seats", ignore_index=True)
    return pd.concat(
        [rows.drop(columns="seats"), pd.json_normalize(rows["seats"].tolist())], axis=1
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="matches.parquet")
    chosen = parser.parse_args(arguments)
    print(by_order(chosen.file).to_string(index=False))
    print(by_ticket(chosen.file).head(10).to_string(index=False))
    told = seats(chosen.file).groupby("order")[["share", "total", "tracks_claimed"]].mean()
    print(told.to_string())


if __name__ == "__main__":
    main()
