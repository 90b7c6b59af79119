"""Rules that are changed for an experiment: a switch of the rules, or a number of the board.

A change is written `name=value`, like `refresh=on` or `pieces=35`. It is never a part of a game,
and matches played with one have no records: what would replay them are other rules.
"""

from dataclasses import fields, replace
from typing import Final

from wagonik.engine.boardcheck import check
from wagonik.engine.boardfile import ERROR, BoardFile, Numbers, did_you_mean, published
from wagonik.engine.errors import UnknownGame, WagonikError
from wagonik.engine.game import BY_THE_BOOK
from wagonik.engine.rules import Rules
from wagonik.games import find_game, make_rules

# The switches that all rules have, and what they mean.
SWITCHES: Final = {
    "refresh": "three face-up locomotives sweep the market away",
    "locomotive_alone": "a face-up locomotive is the turn's only card",
    "tickets_leave": "tickets not kept leave the game",
    "reshuffles": "the discards become a new deck",
}
NUMBERS: Final = tuple(field.name for field in fields(Numbers))
_WORDS: Final = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def read_change(text: str) -> tuple[str, int]:
    """The name and the value of a change; a switch is 1 or 0."""
    name, equals, value = (part.strip() for part in text.partition("="))
    known = (*SWITCHES, *NUMBERS)
    if name not in known:
        hint = did_you_mean(name, known) or "."
        raise WagonikError(
            f"There is no rule {name!r} to change{hint} Switches: {', '.join(SWITCHES)}; "
            f"numbers of the board: {', '.join(NUMBERS)}."
        )
    if name in SWITCHES:
        if value.lower() not in _WORDS:
            raise WagonikError(f"{name} is a switch: write {name}=on or {name}=off.")
        return name, int(_WORDS[value.lower()])
    if not equals or not value.isascii() or not value.isdigit():
        raise WagonikError(f"{name} is a number: write it like {name}=3.")
    return name, int(value)


def written(text: str) -> str:
    """A change in its one spelling."""
    name, value = read_change(text)
    return f"{name}={('off', 'on')[value]}" if name in SWITCHES else f"{name}={value}"


def changed_rules(
    game: str,
    players: int,
    options: dict[str, bool],
    board: BoardFile | None,
    changes: tuple[str, ...],
) -> Rules:
    """The rules of a game with some of them changed; without changes, simply its rules."""
    if not changes:
        return make_rules(game, players, options, board)
    make_rules(game, players, options, board)  # whatever else is wrong is told first
    wanted = dict(map(read_change, changes))
    found = find_game(game)
    numbers = {name: value for name, value in wanted.items() if name in NUMBERS}
    file = published(game) if board is None and found.has_board else board
    if numbers:
        if file is None:
            raise UnknownGame(f"{found.name} has no board whose numbers could be changed.")
        file = replace(file, numbers=replace(file.numbers, **numbers))
        wrong = [p.message for p in check(file, found.needs()) if p.severity == ERROR]
        if wrong:
            raise WagonikError(f"The board can't be played like that: {'; '.join(wrong)}.")
    if file is not None:
        rules = make_rules(game, players, options, file)
    else:
        rules = found.rules(players, None, options)
        rules.options = dict(options)
        rules.by_the_book = BY_THE_BOOK in options
    for name in SWITCHES:
        if name in wanted:
            setattr(rules, name, bool(wanted[name]))
    return rules
