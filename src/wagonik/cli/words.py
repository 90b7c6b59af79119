"""Events in words: a match told move by move.

Events of one name and seat that follow each other are told together. The phrases are those of the
event types; an event without one is told by its own names.
"""

from typing import Any, Final

from wagonik.engine.boardrules import BoardRules
from wagonik.match import Match


class Words:
    """The names of one match's things, and its events as sentences."""

    def __init__(self, match: Match) -> None:
        rules = match.rules
        self.mechanics: Final = match.view()["mechanics"]
        self.kinds: Final = {kind.name: kind for kind in rules.event_types}
        self.tracks: Final[list[str]] = (
            [text.replace("_", " ") for text in rules.board.track_texts]
            if isinstance(rules, BoardRules)
            else []
        )
        self.tickets: Final = [rules.ticket_text(t) for t in range(int(rules.ticket_count))]

    def value(self, name: str, value: object) -> str:
        """A value of an event by the name of what it stands for."""
        if name == "track" and isinstance(value, int):
            return self.tracks[value]
        if name == "ticket" and isinstance(value, int):
            return self.tickets[value]
        named = _named(self.mechanics, name, value)
        return str(value) if named is None else named

    def item(self, template: str, event: dict[str, Any]) -> str:
        """One event's values in its template; "{count:ticket}" is a number with its noun."""
        text = template
        for name, value in event.items():
            text = text.replace(f"{{{name}}}", self.value(name, value))
            head, found, rest = text.partition(f"{{{name}:")
            if found:
                noun, _, rest = rest.partition("}")
                text = f"{head}{value} {noun}{'' if value == 1 else 's'}{rest}"
        if event.get("card") == "locomotive" and event.get("count", 1) != 1:
            text = text.replace("locomotive", "locomotives")
        return text

    def sentence(self, events: list[dict[str, Any]]) -> str:
        """What a row of events of the same name and seat says; "" if it adds nothing."""
        name = str(events[0]["event"])
        values = [_values(event) for event in events]
        hidden = [value for value in values if value and None in value.values()]
        if hidden and name.endswith("_ticket"):
            return ""  # that there were tickets has been said
        kind = self.kinds.get(name)
        if kind is None or not kind.before:
            told = [" ".join(f"{k} {self.value(k, v)}" for k, v in each.items()) for each in values]
            return f"{name.replace('_', ' ')} {joined(told)}".strip()
        if hidden:
            count = len(hidden)
            return f"{kind.before}{'a card' if count == 1 else f'{count} cards'}{kind.after}"
        told = [self.item(kind.item, each) for each in values] if kind.item else []
        return f"{kind.before}{joined(told)}{kind.after}"

    def _told_next(self, groups: list[list[dict[str, Any]]]) -> bool:
        """Whether a number of things is followed by the things themselves, by name."""
        if len(groups) < 2:
            return False
        name = groups[0][0]["event"]
        return groups[1][0]["event"] == f"{name}_ticket" and bool(self.sentence(groups[1]))

    def tell(self, events: list[dict[str, Any]], seat: int | None) -> str:
        """Events in words; who acts is said where it is not `seat`."""
        parts: list[str] = []
        groups = _groups(events)
        for number, group in enumerate(groups):
            if self._told_next(groups[number : number + 2]):
                continue
            text = self.sentence(group)
            if not text:
                continue
            actor = group[0].get("seat")
            kind = self.kinds.get(str(group[0]["event"]))
            impersonal = kind is not None and kind.impersonal
            if actor is not None and actor != seat and not impersonal:
                text = f"seat {actor} {text}"
            aside = text.startswith("(") and parts
            parts.append(f" {text}" if aside else f", {text}" if parts else text)
        return "".join(parts)


def joined(words: list[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _values(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in ("event", "seat")}


def _groups(events: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    groups: list[list[dict[str, Any]]] = []
    for event in events:
        last = groups[-1][0] if groups else {}
        same = last.get("event") == event["event"] and last.get("seat") == event.get("seat")
        if same:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _named(data: object, key: str, value: object) -> str | None:
    """The name that a view's data gives to a thing, like {"goal": 3, "name": "…"}."""
    if isinstance(data, dict):
        if key in data and data[key] == value and isinstance(data.get("name"), str):
            return str(data["name"])
        inside = list(data.values())
    elif isinstance(data, list):
        inside = data
    else:
        return None
    for part in inside:
        found = _named(part, key, value)
        if found is not None:
            return found
    return None
