"""The match in memory: folding rows, undo, exploring, numbers that give nothing away."""

import random
from dataclasses import replace
from typing import Any, cast

import pytest

from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import IllegalAction, RecordError, StaleAction, UndoRefused
from wagonik.engine.state import State
from wagonik.games import GAMES, find_game
from wagonik.games.united_kingdom.technology import TECH_BIT, TECHNOLOGY_CODES, KingdomState
from wagonik.server.live import MOST_UNDOS, LiveMatch, MatchSetup, Move
from wagonik.server.protocol.answers import Way
from wagonik.server.ways import WaySearch, explore


def setup(game: str, players: int = 2, seed: int = 5, options: tuple[str, ...] = ()) -> MatchSetup:
    version = find_game(game).version
    return MatchSetup("m", 1, game, players, seed, options, None, 100.0, version)


def knowledge(live: LiveMatch) -> list[object]:
    """Everything that any client would be told."""
    found: list[object] = [live.length, live.line, live.since, live.last_at, live.counts]
    for viewer in range(-1, live.setup.players):
        found.append(live.view(viewer))
        found.append(live.events_since(viewer, 0))
        found.append(live.decision(viewer))
        found.append(live.undo_at(viewer))
    return found


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_rows_fold_to_the_same_match_however_they_come(game: str) -> None:
    rng = random.Random(game)
    live = LiveMatch(setup(game), [])
    follower = LiveMatch(setup(game), [])
    rows: list[Move] = []
    at = 100.0
    undone = 0
    while not live.over and len(rows) < 120:
        at += rng.random()
        undo = [seat for seat in (0, 1) if live.undo_at(seat) is not None]
        if undo and rng.random() < 0.3:
            move = live.undo(rng.choice(undo), at)
            undone += 1
        else:
            seat = rng.choice(live.match.deciding)
            move = live.play(seat, [rng.choice(live.match.legal(seat))], at)
        rows.append(move)
        follower.apply(move)
        if len(rows) % 30 == 0:
            assert knowledge(follower) == knowledge(live)
            assert knowledge(LiveMatch(setup(game), rows)) == knowledge(live)
    assert undone > 3
    assert LiveMatch(setup(game), rows).match.history == live.match.history


def test_a_number_is_never_used_again() -> None:
    """Whatever is undone, a late message for an earlier moment fits nothing."""
    rng = random.Random(3)
    live = LiveMatch(setup("nordic_countries"), [])
    used: set[tuple[int, int]] = set()
    for _ in range(300):
        if live.over:
            break
        undo = [seat for seat in (0, 1) if live.undo_at(seat) is not None]
        if undo and rng.random() < 0.4:
            seat = rng.choice(undo)
            key = (seat, live.counts[seat])
            live.undo(seat, 0.0)
        else:
            seat = rng.choice(live.match.deciding)
            key = (seat, live.counts[seat])
            live.play(seat, [rng.choice(live.match.legal(seat))], 0.0)
        assert key not in used
        used.add(key)
        with pytest.raises(StaleAction):
            live.check_turn(*key)


def private_moment(game: str = "united_kingdom") -> tuple[LiveMatch, int]:
    """A match where a seat is inside a private step just after the other one moved in a way
    that it could take back."""
    for seed in range(200):
        rng = random.Random(seed)
        live = LiveMatch(setup(game, seed=seed), [])
        while not live.over:
            before = len(live.match.history)
            seat = rng.choice(live.match.deciding)
            other = 1 - seat
            could = live.undo_at(other) is not None
            live.play(seat, [rng.choice(live.match.legal(seat))], 0.0)
            if could and live.private and len(live.match.history) == before + 1:
                return live, seat
    raise AssertionError("no such moment was found")


def test_private_steps_block_no_undo_and_show_nothing() -> None:
    live, seat = private_moment()
    other = 1 - seat
    assert live.undo_at(other) is not None
    history = list(live.match.history)
    number = live.counts[seat]
    live.undo(other, 0.0)
    assert live.match.history == history[:-2]
    assert live.counts[seat] == number + 1  # its own choice was taken back, too


def test_undo_of_a_private_choice_is_seen_by_nobody_else() -> None:
    live, seat = private_moment()
    before = live.view(1 - seat), live.events, live.line, live.decision(1 - seat), live.since
    move = live.undo(seat, 50.0)
    assert move.actions == (-1,)
    after = live.view(1 - seat), live.events, live.line, live.decision(1 - seat), live.since
    assert before == after


def test_no_undo_of_what_revealed_something() -> None:
    live = LiveMatch(setup("paris"), [])
    for seat in (0, 1):
        live.play(seat, [live.match.legal(seat)[-1]], 0.0)
    assert live.undo_at(0) is None  # all have chosen: everybody knows how many were kept (R26)
    assert live.undo_at(1) is None
    seat = live.match.seat
    live.play(seat, [live.match.action("deck").index], 0.0)
    with pytest.raises(UndoRefused):
        live.undo(seat, 0.0)


def test_no_undo_after_the_end() -> None:
    rng = random.Random(2)
    live = LiveMatch(setup("paris"), [])
    while not live.over:
        seat = rng.choice(live.match.deciding)
        live.play(seat, [rng.choice(live.match.legal(seat))], 0.0)
    assert live.undo_at(0) is None
    assert live.undo_at(1) is None


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_explored_ways_are_exactly_what_can_be_played(game: str) -> None:
    rng = random.Random(game)
    live = LiveMatch(setup(game), [])
    compared = 0
    while not live.over and compared < 12:
        seat = rng.choice(live.match.deciding)
        legal = live.match.legal(seat)
        families = {live.match.rules.table.actions[action].family for action in legal}
        if families & {"claim", "row", "buy"}:
            action = rng.choice(
                [a for a in legal if live.match.action(a).family in ("claim", "row", "buy")]
            )
            choices, ways, complete = explore(live, seat, [action])
            for way in rng.sample(ways, min(3, len(ways))):
                assert way.actions[0] == action
                twin = live.match.copy()
                events = len(twin.events(seat))
                for step in way.actions:
                    assert twin.rules.table.actions[step] in twin.legal_actions(seat)
                    twin.play(step, seat)
                paid: dict[str, int] = {}
                new = twin.events(seat, events)
                laid = any(event["event"] == "laid" for event in new)
                spent = ("laid" if laid else "paid", "row", "row_locomotives")
                robbed: list[object] = []
                for event in new:
                    if event["event"] in spent:
                        count = event["count"]
                        assert isinstance(count, int)
                        paid[str(event.get("card", "locomotive"))] = count
                    if event["event"] == "robbed":
                        robbed.append(event["seat"])
                    if event["event"] in ("tunnel", "turn"):
                        break
                assert way.cards == paid
                assert way.robbed == robbed
            if complete:
                assert len({tuple(way.actions) for way in ways}) == len(ways) > 0
                assert all(
                    way.actions[1] in [c.action for c in choices]
                    for way in ways
                    if len(way.actions) > 1
                )
            compared += 1
            with pytest.raises(IllegalAction):
                explore(live, seat, [action, *ways[0].actions[1:], action])
        live.play(seat, [rng.choice(legal)], 0.0)
    assert compared


@pytest.mark.parametrize("game", ["northern_lights", "nordic_countries", "united_kingdom"])
def test_a_way_tells_what_is_exchanged(game: str) -> None:
    """For so many locomotives so many cards; the others pay for the other spaces. It is told where
    nothing was left to choose, too, and inside a payment."""
    rng = random.Random(game)
    live = LiveMatch(setup(game), [])
    exchanged = forced = inside = 0
    while min(exchanged, forced, inside) < 3:
        if live.over:
            live = LiveMatch(setup(game, seed=rng.randrange(100)), [])
        seat = rng.choice(live.match.deciding)
        legal = live.match.legal(seat)
        claims = [a for a in legal if live.match.action(a).family == "claim"]
        started = live.private and live.match.state.track >= 0
        if claims or started:
            start = [] if started else [rng.choice(claims)]
            rules, state = live.match.rules, live.match.state.copy()
            assert isinstance(rules, BoardRules)
            if start:
                state.track = live.match.action(start[0]).argument
            size = rules.payment(state).group_size(state, seat)
            need = rules.need(state, seat, state.track)
            for way in explore(live, seat, start)[1]:
                given, cards = cast(dict[str, int], way.given), cast(dict[str, int], way.cards)
                assert sum(given.values()) == way.groups * size
                assert sum(cards.values()) - sum(given.values()) + way.groups == need
                assert all(0 < count <= cards[kind] for kind, count in given.items())
                texts = [live.match.action(action).text for action in way.actions]
                if way.groups:
                    exchanged += 1
                    inside += started
                    forced += not any(text.startswith("exchange") for text in texts)
        live.play(seat, [rng.choice(claims or legal)], 0.0)


def test_what_a_technology_would_open() -> None:
    rng = random.Random(3)
    live = LiveMatch(setup("united_kingdom", 2, 3), [])
    compared = 0
    while compared < 20:
        seat = rng.choice(live.match.deciding)
        rules, state = live.match.rules, live.match.state
        assert isinstance(rules, BoardRules)
        assert isinstance(state, KingdomState)

        def lacking(state: State, seat: int = seat, rules: BoardRules = rules) -> set[int]:
            tracks = range(rules.track_count)
            return {t for t in tracks if rules.why_no_claim(state, seat, t).code == "technology"}

        found = live.openings(seat)
        for technology, code in enumerate(TECHNOLOGY_CODES):
            twin = state.copy()
            assert isinstance(twin, KingdomState)
            twin.held[seat] |= TECH_BIT[technology]
            assert set(found.get(code, [])) == lacking(state) - lacking(twin)
            compared += code in found
        live.play(seat, [rng.choice(live.match.legal(seat))], 0.0)
    assert LiveMatch(setup("nordic_countries"), []).openings(0) == {}


def test_exploring_changes_nothing_and_its_work_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = 5
    monkeypatch.setattr("wagonik.server.ways.MOST_NODES", most)
    copies = 0
    copy = WaySearch.copy

    def counted(search: WaySearch, state: State) -> State:
        nonlocal copies
        copies += 1
        return copy(search, state)

    monkeypatch.setattr(WaySearch, "copy", counted)
    rng = random.Random(8)
    live = LiveMatch(setup("united_kingdom", players=4), [])
    cut_short = 0
    for _ in range(250):
        seat = rng.choice(live.match.deciding)
        before = live.match.state.numbers()
        legal = live.match.legal(seat)
        claims = [a for a in legal if live.match.action(a).family in ("claim", "buy")]
        if claims:
            copies = 0
            _, _, complete = explore(live, seat, [rng.choice(claims)])
            assert 0 < copies <= most + 1
            cut_short += not complete
        assert live.match.state.numbers() == before
        live.play(seat, [rng.choice(legal)], 0.0)
    assert cut_short > 0


def test_all_ways_can_be_had_a_page_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exchange can be filled in more ways than one answer holds: the rest follows."""
    rng = random.Random(8)
    live = LiveMatch(setup("united_kingdom", players=2), [])
    paged = 0
    while paged < 3:
        if live.over:
            live = LiveMatch(setup("united_kingdom", players=2, seed=rng.randrange(100)), [])
        seat = rng.choice(live.match.deciding)
        legal = live.match.legal(seat)
        claims = [a for a in legal if live.match.action(a).family in ("claim", "buy")]
        if claims:
            action = rng.choice(claims)
            _, whole, complete = explore(live, seat, [action])
            if complete and len(whole) > 7:
                monkeypatch.setattr("wagonik.server.ways.MOST_WAYS", 3)
                found: list[Way] = []
                done = False
                while not done:
                    after = found[-1].actions if found else None
                    _, ways, done = explore(live, seat, [action], after)
                    assert 0 < len(ways) <= 3
                    found += ways
                monkeypatch.undo()
                assert found == whole
                _, rest, done = explore(live, seat, [action], whole[-1].actions)
                assert (rest, done) == ([], True)
                for wrong in ([action, 4095], [4095]):
                    with pytest.raises(IllegalAction, match="way to go on after"):
                        explore(live, seat, [action], wrong)
                paged += 1
        live.play(seat, [rng.choice(legal)], 0.0)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_match_without_end_is_stopped_and_counted_as_it_stands(game: str) -> None:
    rng = random.Random(game)
    most = 40
    live = LiveMatch(setup(game), [], most)
    rows: list[Move] = []
    while not live.over:
        seat = rng.choice(live.deciding)
        rows.append(live.play(seat, [rng.choice(live.match.legal(seat))], 0.0))
    assert len(rows) == most
    assert live.stopped
    assert not live.match.over
    result = live.result()
    assert result is not None
    assert result.stopped
    assert result.winners
    totals = [sheet.total for sheet in live.match.scores]
    assert [dict(sheet)["total"] for sheet in cast(Any, result.scores)] == totals
    for seat in (0, 1):
        assert live.decision(seat) is None
        assert live.undo_at(seat) is None
        with pytest.raises(IllegalAction, match="stopped after 40 moves"):
            live.check_turn(seat, live.counts[seat])
        # What is hidden stays hidden.
        hidden: Any = live.view(seat)
        assert hidden["players"][1 - seat]["kept"] is None
    # It stays over when it is loaded again, whatever the limit is then.
    assert LiveMatch(setup(game), rows, most).stopped
    assert LiveMatch(setup(game), rows, 10**6, ended=True).stopped
    assert not LiveMatch(setup(game), rows, 10**6).over


def test_undo_does_not_play_for_ever() -> None:
    """A decision can be taken back some times; that does not count as moves of the match."""
    live = LiveMatch(setup("nordic_countries"), [], 30)
    while 0 in live.deciding:
        live.play(0, [live.match.legal(0)[0]], 0.0)
        if live.undo_at(0) is not None:
            live.undo(0, 0.0)
    assert live.length == 2 * MOST_UNDOS + 1
    assert not live.over


def test_a_track_may_have_two_owners() -> None:
    """Right of Way: the track is listed with both of them (United Kingdom, R17)."""
    for seed in range(20):
        rng = random.Random(seed)
        options = ("advanced_technologies",)
        live = LiveMatch(setup("united_kingdom", 2, seed, options), [])
        way, deck = (live.match.action(text).index for text in ("buy:right-of-way", "deck"))
        while not live.over:
            seat = rng.choice(live.match.deciding)
            legal = live.match.legal(seat)
            action = rng.choice(legal)
            if way in legal:
                action = way
            elif seat == 1 and deck in legal:  # it saves its cards for the right of way
                action = deck
            live.play(seat, [action], 0.0)
            view: Any = live.view(-1)
            mine, theirs = (set(player["tracks"]) for player in view["players"])
            if mine & theirs:
                return
    raise AssertionError("nobody used a right of way")


def test_why_not_names_the_rule() -> None:
    live = LiveMatch(setup("nordic_countries"), [])
    deck = live.match.action("deck").index
    found = live.why(0, deck)
    assert found is not None
    assert "tickets" in found.text
    assert (found.code, found.values) == ("choose_tickets", {"least": 2})
    keep = live.match.legal(0)[0]
    assert live.why(0, keep) is None
    live.play(0, [keep], 0.0)
    found = live.why(0, keep)
    assert found is not None
    assert (found.code, found.text) == ("turn", "It is not your turn.")
    with pytest.raises(IllegalAction, match="no action"):
        live.why(1, 99_999)


def test_by_the_book_the_shares_of_others_are_hidden() -> None:
    rng = random.Random(5)
    live = LiveMatch(setup("pennsylvania", players=3, options=("memory=book",)), [])
    helped = LiveMatch(setup("pennsylvania", players=3), [])
    taken = 0
    while not live.over:
        for viewer in (-1, 0, 2):
            if rng.random() < 0.05:
                view: Any = live.view(viewer)
                whole: Any = helped.view(viewer)
                assert view["discards"] is None
                assert view["discarded"] == sum(whole["discards"].values())
                shown = view["mechanics"]["shares"]
                for hidden, known in zip(shown, whole["mechanics"]["shares"], strict=True):
                    taken += sum(map(len, known["held"]))
                    for seat in range(3):
                        expected = known["held"][seat] if seat == viewer else None
                        assert hidden["held"][seat] == expected
                    assert hidden["left"] == known["left"]
                    assert (hidden["ranks"], hidden["worth"]) == (None, None)
        seat = rng.choice(live.match.deciding)
        action = rng.choice(live.match.legal(seat))
        live.play(seat, [action], 0.0)
        helped.play(seat, [action], 0.0)
    assert taken
    final: Any = live.view(0)
    whole = helped.view(0)
    assert final == {**whole, "memory": "book"}  # at the end all is shown


def test_a_match_of_older_rules_goes_on_with_them() -> None:
    old = MatchSetup("m", 1, "card_game", 2, 5, ("open_stacks",), None, 100.0, 1)
    live = LiveMatch(old, [])
    assert live.match.version == 1
    assert live.match.options == {}
    with pytest.raises(RecordError, match="another version"):
        LiveMatch(replace(old, version=99), [])
