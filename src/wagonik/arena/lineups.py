"""What a line-up reached: counted deal by deal, told as win rates, scores and times."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from wagonik.arena.intervals import Until, interval
from wagonik.arena.play import LineUp, Row, Table, bin_seconds
from wagonik.bots.registry import LEVELS

FAULTS_SHOWN: Final = 100  # texts of replaced moves that a result keeps; all are counted


class BotResult:
    """What one bot of a line-up reached."""

    def __init__(self, key: str) -> None:
        self.key: Final = key  # as it is named in the line-up
        self.name: Final = shown_name(key)
        self.seats: int = 0  # seats a match
        self.rate: float = 0.0  # matches won, a shared win in parts
        self.low: float = 0.0  # of the 95 % interval, over deals
        self.high: float = 1.0
        self.score: float = 0.0
        self.median: float = 0.0  # seconds a decision
        self.slow: float = 0.0  # 99th percentile
        self.decisions: int = 0
        self.replaced: int = 0

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


class ArenaResult:
    """The result of a line-up."""

    def __init__(self, table: Table, line_up: LineUp, deals: int, matches: int) -> None:
        self.table: Final = table
        self.game: Final = table.game
        self.line_up: Final = line_up
        self.deals: Final = deals
        self.matches: Final = matches
        self.bots: list[BotResult] = []
        self.faults: list[str] = []
        self.replaced: int = 0
        self.turns: float = 0.0  # turns a match

    def bot(self, name: str) -> BotResult:
        for result in self.bots:
            if name in (result.name, result.key):
                return result
        raise KeyError(name)


class Count:
    """Counts the deals of one line-up."""

    def __init__(self, table: Table, line_up: LineUp) -> None:
        self.table: Final = table
        self.line_up: Final = line_up
        self.bots: Final = list(dict.fromkeys(line_up))
        self.seats: Final = [line_up.count(bot) for bot in self.bots]
        self.shares: dict[int, list[float]] = {}  # for each deal, each bot's part of its wins
        self.points: list[int] = [0] * len(self.bots)
        self.times: list[Counter[int]] = [Counter() for _ in self.bots]
        self.replaced: list[int] = [0] * len(self.bots)
        self.faults: list[str] = []
        self.turns: int = 0

    def add(self, rows: Iterable[Row]) -> None:
        """Count rows; all matches of a deal come together, and no deal comes twice."""
        players = len(self.line_up)
        index = {bot: i for i, bot in enumerate(self.bots)}
        for row in rows:
            i = index[row.bot]
            if row.deal not in self.shares:
                self.shares[row.deal] = [0.0] * len(self.bots)
            self.shares[row.deal][i] += row.won / players
            self.points[i] += row.score
            self.replaced[i] += row.replaced
            for at, count in zip(row.time_bins, row.time_counts, strict=True):
                self.times[i][at] += count
            if row.faults and len(self.faults) < FAULTS_SHOWN:
                self.faults.extend(row.faults)
            if row.seat == 0:
                self.turns += row.turns

    def columns(self, deals: int | None = None) -> list[list[float]]:
        """Each bot's share of the wins of every deal, in the deals' order; of the first deals
        only, if a number is given."""
        numbers = sorted(self.shares)
        if deals is not None:
            numbers = [number for number in numbers if number < deals]
        return [[self.shares[deal][i] for deal in numbers] for i in range(len(self.bots))]

    def result(self, until: Until | None = None) -> ArenaResult:
        """What was counted; its intervals suit the rule by which the line-up was stopped."""
        players = len(self.line_up)
        deals = len(self.shares)
        matches = deals * players
        result = ArenaResult(self.table, self.line_up, deals, matches)
        result.turns = self.turns / max(1, matches)
        result.faults = self.faults[:FAULTS_SHOWN]
        result.replaced = sum(self.replaced)
        columns = self.columns()
        for i, key in enumerate(self.bots):
            bot = BotResult(key)
            bot.seats = self.seats[i]
            bot.rate = sum(columns[i]) / max(1, deals)
            if len(self.bots) == 1:
                bot.low = bot.high = bot.rate  # all seats are its own
            else:
                bot.low, bot.high = (until.interval if until else interval)(columns[i])
            bot.score = self.points[i] / max(1, matches * bot.seats)
            bot.decisions = self.times[i].total()
            bot.median = quantile(self.times[i], 0.5)
            bot.slow = quantile(self.times[i], 0.99)
            bot.replaced = self.replaced[i]
            result.bots.append(bot)
        return result


def quantile(times: Counter[int], part: float) -> float:
    """The time that a part of the decisions stays below, from the counts of bins."""
    wanted = times.total() * part
    seen = 0
    for at in sorted(times):
        count = times[at]
        if seen + count >= wanted:
            return bin_seconds(at + (wanted - seen) / count)
        seen += count
    return 0.0


def shown_name(key: str) -> str:
    """How a bot is named in tables: a level by its bot, a bot from a file by its class."""
    for level in LEVELS:
        if level.name == key:
            return level.bot
    return key.rpartition(":")[2] if ".py:" in key else key
