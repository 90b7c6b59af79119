"""The facts of a game, its board's drawing, and replays, as the client gets them by HTTP."""

from typing import Any, Protocol, cast, runtime_checkable

from wagonik.engine.board import TRACK_KIND_NAMES
from wagonik.engine.boardfile import BoardFile, published
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.events import event_data
from wagonik.engine.rules import Rules
from wagonik.engine.state import EVERYTHING
from wagonik.engine.viewdata import view_data
from wagonik.games import GAMES, find_game, make_rules
from wagonik.match import EVENT_SIZE, Match
from wagonik.records import parse, replay
from wagonik.server.boards import checked
from wagonik.server.lessons import lesson_of
from wagonik.server.live import result_of
from wagonik.server.protocol.answers import Frame, Replay
from wagonik.server.protocol.facts import (
    CityFacts,
    EventFacts,
    Facts,
    FamilyFacts,
    NumberFacts,
    PlaceFacts,
    RailroadFacts,
    TicketFacts,
    TrackFacts,
)
from wagonik.server.protocol.views import Event, ViewData
from wagonik.server.protocol.web import GameInfo, OptionInfo, ReplayRequest, ValueInfo


def game_infos() -> list[GameInfo]:
    return [
        GameInfo(
            game=game.key,
            name=game.name,
            name_pl=game.name_pl,
            least_players=game.least_players,
            most_players=game.most_players,
            has_board=game.has_board,
            options=[
                OptionInfo(
                    name=option.name,
                    about=option.about,
                    about_pl=option.about_pl,
                    values=[
                        ValueInfo(name=value.name, about=value.about, about_pl=value.about_pl)
                        for value in option.values
                    ],
                )
                for option in game.all_options()
            ],
            lesson=lesson_of(game.key) is not None,
        )
        for game in GAMES
    ]


def game_facts(key: str, players: int, options: list[str], board: BoardFile | None = None) -> Facts:
    """Everything about a game that never changes during a match."""
    rules = make_rules(key, players, dict.fromkeys(options, True), board)
    game = find_game(key)
    file = board or (published(key) if game.has_board else None)
    setup = rules.setup
    numbers = file.numbers if file else None
    return Facts(
        game=key,
        board=file.name if file else game.name,
        board_pl=(file.name_pl or file.name) if file else game.name_pl,
        piece=file.piece if file else "",
        players=players,
        options=sorted(options),
        version=game.version,
        actions=[
            FamilyFacts(name=family.name, base=family.base, texts=family.texts)
            for family in rules.table.families
        ],
        steps=rules.step_names,
        events=[
            EventFacts(
                name=kind.name,
                values=[value for value in (kind.a, kind.b) if value],
                fades=kind.fades,
                looked_up=kind.looked_up,
            )
            for kind in rules.event_types
        ],
        numbers=NumberFacts(
            pieces=numbers.pieces if numbers else 0,
            hand=setup.hand,
            first_tickets=setup.first_tickets,
            first_keep=setup.first_keep,
            draw_tickets=setup.draw_tickets,
            draw_keep=setup.draw_keep,
            market=setup.market,
            last_turns_at=numbers.last_turns_at if numbers else 0,
        ),
        deck=cast(Any, dict(zip(KIND_NAMES, setup.deck, strict=True))),
        places=_places(file),
        tracks=_tracks(rules),
        tickets=_tickets(rules),
        railroads=_railroads(file),
        cities=_cities(rules),
        drawn=file is not None and file.drawing is not None,
    )


def _places(file: BoardFile | None) -> list[PlaceFacts]:
    return [
        PlaceFacts(
            name=place.name,
            country=place.country,
            region=place.region,
            arctic=place.arctic,
            junction=place.junction,
            exit=place.exit,
        )
        for place in (file.places if file else ())
    ]


def _tracks(rules: Rules) -> list[TrackFacts]:
    if not isinstance(rules, BoardRules):
        return []
    board = rules.board
    usable = board.usable(rules.seats)
    drawn = {id(route): number for number, route in enumerate(board.file.routes)}
    return [
        TrackFacts(
            start=int(board.a[track]),
            end=int(board.b[track]),
            colour=route.colour,
            length=route.length,
            points=int(board.points[track]),
            kind=TRACK_KIND_NAMES[board.kind[track]],
            locomotives=route.locomotives,
            tunnel=route.tunnel,
            bonus=route.bonus,
            exchange=route.exchange,
            free=route.free,
            railroads=list(route.railroads),
            asks=rules.asked_of(track),
            parallel=[mate for mate in board.parallel[track] if mate != track],
            usable=int(usable[track]),
            text=board.track_texts[track],
            drawing=drawn[id(route)],
        )
        for track, route in enumerate(board.routes)
    ]


class _Paid(Protocol):
    """Tickets that are paid with cards, and their cities, where there is no board."""

    ends: list[tuple[str, str]]
    points: list[int]
    needs: list[list[int]]
    cities: list[str]
    city_points: list[int]


@runtime_checkable
class _PaidInCards(Protocol):
    """Rules of such a game."""

    @property
    def facts(self) -> _Paid: ...


def _tickets(rules: Rules) -> list[TicketFacts]:
    if isinstance(rules, BoardRules):
        board = rules.board
        return [
            TicketFacts(
                start=ticket.start,
                end=ticket.end,
                starts=board.ticket_ends[number][0],
                ends=board.ticket_ends[number][1],
                points=ticket.points,
            )
            for number, ticket in enumerate(board.file.tickets)
        ]
    if not isinstance(rules, _PaidInCards):
        return []
    facts = rules.facts
    return [
        TicketFacts(
            start=start,
            end=end,
            starts=[],
            ends=[],
            points=facts.points[number],
            cards=cast(
                Any,
                {KIND_NAMES[kind]: n for kind, n in enumerate(facts.needs[number]) if n},
            ),
        )
        for number, (start, end) in enumerate(facts.ends)
    ]


def _railroads(file: BoardFile | None) -> list[RailroadFacts]:
    return [
        RailroadFacts(
            name=railroad.name,
            code=railroad.code,
            shares=railroad.shares,
            points=list(railroad.points),
        )
        for railroad in (file.railroads if file else ())
    ]


def _cities(rules: Rules) -> list[CityFacts]:
    if not isinstance(rules, _PaidInCards):
        return []
    facts = rules.facts
    return [
        CityFacts(name=name, points=points)
        for name, points in zip(facts.cities, facts.city_points, strict=True)
    ]


def drawing(board: BoardFile) -> dict[str, Any] | None:
    """The board as a picture in data, if it has a layout."""
    from wagonik.drawing import draw

    try:
        return cast(dict[str, Any], draw(board))
    except ValueError:
        return None


def replay_frames(request: ReplayRequest) -> Replay:
    """Views of a record, from any seat's eyes or all open."""
    record = parse(request.record) if isinstance(request.record, str) else request.record
    if isinstance(record.get("board"), str):
        checked(record["board"])
    whole = replay(record)
    viewer = request.viewer if request.viewer < whole.players else EVERYTHING
    history = whole.history
    stop = min(len(history), request.start + request.count - 1) if request.count else -1
    frames: list[Frame] = []
    match = whole.again()
    events = 0
    for decision in range(stop + 1):
        seat, action = history[decision - 1] if decision else (None, None)
        if action is not None:
            match.play(action, seat)
        if decision >= request.start:
            frames.append(
                Frame(
                    decision=decision,
                    seat=seat,
                    action=None if action is None else match.rules.table.actions[action].text,
                    view=_view(match, viewer),
                    events=_events(match, viewer, events),
                )
            )
        events = len(match.state.log) // EVENT_SIZE
    return Replay(
        game=whole.game,
        players=whole.players,
        decisions=len(history),
        frames=frames,
        result=result_of(whole),
    )


def _view(match: Match, viewer: int) -> ViewData:
    everything = viewer == EVERYTHING
    if not everything:
        return cast(ViewData, match.view(viewer))
    return cast(ViewData, {**view_data(match.rules, match.state), "claims": match.claims()})


def _events(match: Match, viewer: int, since: int) -> list[Event]:
    if viewer != EVERYTHING:
        return cast(list[Event], match.events(viewer, since))
    log = match.state.log
    types = match.rules.event_types
    return [
        cast(
            Event,
            event_data(
                types[log[at]], int(log[at + 1]), int(log[at + 2]), int(log[at + 3]), EVERYTHING
            ),
        )
        for at in range(since * EVENT_SIZE, len(log), EVENT_SIZE)
    ]
