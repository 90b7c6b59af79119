"""A match: the public face of the engine."""

import secrets
from collections.abc import Mapping
from typing import Final

from wagonik.engine import events
from wagonik.engine.actions import Action, ActionBuffer
from wagonik.engine.boardfile import BoardFile, load
from wagonik.engine.errors import IllegalAction, StaleAction, UndoRefused, WagonikError
from wagonik.engine.events import ClaimLog, event_data, round_start
from wagonik.engine.rules import Rules
from wagonik.engine.sheets import ScoreSheet, score_sheets
from wagonik.engine.state import CHOICE, SPECTATOR, TALLY, State
from wagonik.engine.viewdata import view_data
from wagonik.engine.views import sample, view_of
from wagonik.games import find_game, make_rules, shown_rules

EVENT_SIZE: Final = events.EVENT_SIZE
SEED_BITS: Final = 4096


class View:
    """What a seat may know, for programs: a state without anything hidden, and its rules.

    Bots get nothing else. `Match.observe` makes one.

    Attributes:
        rules: The rules of the match, with its facts: `rules.board`, `rules.table`, `rules.steps`;
            a copy, so that nothing done to it changes the match.
        state: The state as this seat knows it. Another seat's hand holds only the cards that
            everybody has seen it take, and its true total; unknown tickets are nowhere.
        seat: The seat whose view it is; -1 is a spectator's.
        legal: The seat's legal actions as integers; empty if others decide.
    """

    def __init__(self, rules: Rules, state: State, seat: int, legal: list[int]) -> None:
        self.rules: Final = rules
        self.state: Final = state
        self.seat: Final = seat
        self.legal: Final = legal  # this seat's legal actions; empty if others decide

    def actions(self) -> list[Action]:
        """The legal actions as objects, which tell their family, argument and notation."""
        table = self.rules.table.actions
        return [table[index] for index in self.legal]

    def sample(self, seed: int) -> State:
        """A whole state that this seat could be looking at: hidden cards and tickets dealt at
        random, in agreement with everything the seat has seen. The same seed deals the same.
        """
        return sample(self.rules, self.state, seed)

    def data(self) -> dict[str, object]:
        """The same as plain data, like `Match.view`."""
        return view_data(self.rules, self.state)


class Match:
    """One play of a game, from its set-up to its final score.

    The same arguments and the same actions give the same match, on every machine.

    Args:
        game: The game, as `wagonik.GAMES` and `wagonik games` name it.
        players: How many play; the game says how many can.
        seed: Where all chance comes from; without it, any. Up to 4096 bits.
        options: Options of the game that differ from the usual ones, like
            `{"advanced_technologies": True}` or `{"memory": "book"}`.
        board: A board of your own: a path, the text of a board file, or a `BoardFile`.
        first: The seat that begins; without it, chance decides.
        version: An older version of the game's rules, to go on with a match begun with it.

    Raises:
        UnknownGame: No such game or option, or not for so many players.
        BoardError: The board can't be played; the message names every problem with its line.

    Examples:
        >>> match = Match("paris", players=2, seed=7)
        >>> while not match.over:
        ...     match.play(match.legal_actions()[0])
        >>> len(match.scores)
        2
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        seed: int | None = None,
        options: Mapping[str, bool | str] | None = None,
        board: BoardFile | str | None = None,
        first: int | None = None,
        version: int | None = None,
    ) -> None:
        self.game: Final = game
        self.players: Final = players
        self.seed: Final = secrets.randbits(128) if seed is None else seed
        if abs(self.seed) >> SEED_BITS:
            raise WagonikError(f"A seed has at most {SEED_BITS} bits.")
        self.first: Final = first
        self.board: Final = load(board) if isinstance(board, str) else board
        self.rules: Final = make_rules(game, players, options, self.board, version)
        self.options: Final[dict[str, bool]] = dict(self.rules.options)
        self._version: Final = find_game(game).version if version is None else version
        if first is not None and not 0 <= first < players:
            raise IllegalAction(f"The first seat must be one of 0 to {players - 1}, not {first}.")
        self.history: list[tuple[int, int]] = []  # (seat, action) of every decision
        self._claims: ClaimLog = ClaimLog()
        self._out: ActionBuffer = ActionBuffer()
        self._state: State = self.rules.start(self.seed, -1 if first is None else first, True)
        self.rules.advance(self._state, self._out)

    @property
    def state(self) -> State:
        """The whole state, hidden things included. Not for players."""
        return self._state

    @property
    def over(self) -> bool:
        """Whether the match has ended; then everything lies open."""
        return self._state.over

    @property
    def seat(self) -> int:
        """The seat whose decision is next; with first tickets, the lowest of them."""
        return int(self._state.seat)

    @property
    def deciding(self) -> list[int]:
        """All seats that have a decision to make now."""
        state = self._state
        if state.over:
            return []
        if state.step != self.rules.first_tickets_step:
            return [int(state.seat)]
        return [s for s in range(self.players) if state.tally[s * TALLY + CHOICE] < 0]

    @property
    def decision(self) -> int:
        """The number of decisions made so far: what `play(…, at=…)` is checked against."""
        return len(self.history)

    # Playing

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal actions as integers, of the seat that decides or of the one given."""
        if seat is not None and not 0 <= seat < self.players:
            return []
        if seat is None or seat == self._state.seat:
            return self._out.list()
        if seat not in self.deciding:
            return []
        out = ActionBuffer()
        self.rules.list_keeps(self._state, seat, self.rules.setup.first_keep, out)
        return out.list()

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """Everything that the seat may choose now: complete, without doubles, and never empty
        for a seat that decides. Without a seat, those of the seat whose decision is next.
        """
        table = self.rules.table.actions
        if seat is not None:
            return [table[index] for index in self.legal(seat)]
        items = self._out.items
        return [table[items[i]] for i in range(self._out.count)]

    def action(self, action: "Action | int | str") -> Action:
        """Find an action of this game by its integer or its notation, legal now or not.

        Raises:
            IllegalAction: The game has no such action.
        """
        table = self.rules.table
        if isinstance(action, Action):
            index = action.index
            if not 0 <= index < len(table.actions) or table.actions[index] != action:
                raise IllegalAction(f"{action.text!r} is an action of another game.")
        elif isinstance(action, str):
            found = table.by_text.get(action.strip())
            if found is None:
                raise IllegalAction(f"{self.rules.game} has no action written {action!r}.")
            return found
        else:
            index = action
        if not 0 <= index < len(table.actions):
            raise IllegalAction(
                f"There is no action {index}: the table of {self.rules.game} ends at "
                f"{len(table.actions) - 1}."
            )
        return table.actions[index]

    def play(
        self, action: "Action | int | str", seat: int | None = None, at: int | None = None
    ) -> None:
        """Make a decision. An action that is not legal, or was meant for another moment,
        raises an error and changes nothing.

        Args:
            action: An action as an object, an integer or in notation.
            seat: Whose decision it is; needed only for first tickets out of order (R26).
            at: The number of decisions that had been made when this one was thought of.

        Raises:
            IllegalAction: It is not legal; the message names the rule that forbids it.
            StaleAction: Another decision has been made since `at`.
        """
        if at is not None and at != len(self.history):
            raise StaleAction(
                f"The action was made for decision {at}, but {len(self.history)} have been made."
            )
        index = self.action(action).index
        if seat is not None and not 0 <= seat < self.players:
            raise IllegalAction(f"It is not the turn of seat {seat}.")
        state = self._state
        actor = int(state.seat)
        if seat is not None and seat != actor:
            self._play_first_tickets(index, seat)
            return
        if not self._out.contains(index):
            self.rules.check(state, index, self._out)
        self.rules.play(state, index, self._out)
        self.history.append((actor, index))

    def _play_first_tickets(self, index: int, seat: int) -> None:
        """First tickets are chosen at the same time, so seats may choose in any order."""
        state = self._state
        if seat not in self.deciding:
            raise IllegalAction(f"It is not the turn of seat {seat}.")
        if index not in self.legal(seat):
            self.rules.check(state, index, ActionBuffer())
        state.seat = seat
        self.rules.play(state, index, self._out)
        self.history.append((seat, index))

    @property
    def can_undo(self) -> bool:
        """Whether the last decision can be taken back: it revealed nothing hidden."""
        return self._before() is not None

    def undo(self) -> None:
        """Take back the last decision, unless something hidden has been revealed since.

        Raises:
            UndoRefused: There is nothing to undo, or something hidden has been seen.
        """
        before = self._before()
        if before is None:
            if not self.history:
                raise UndoRefused("There is nothing to undo.")
            raise UndoRefused("The last decision revealed something hidden: it stays.")
        self._state = before._state
        self._out = before._out
        self._claims = ClaimLog()
        self.history.pop()

    def _before(self) -> "Match | None":
        if not self.history:
            return None
        before = self._again(len(self.history) - 1)
        revealed = before._state.reveals != self._state.reveals
        # Once all first tickets are chosen, everybody knows how many the others kept (R26).
        first = self.rules.first_tickets_step
        chosen = before._state.step == first and self._state.step != first
        return None if revealed or chosen else before

    def _again(self, decisions: int) -> "Match":
        """The same match, up to some decision."""
        twin = self.again()
        for seat, action in self.history[:decisions]:
            twin.play(action, seat)
        return twin

    def again(self) -> "Match":
        """The same match before its first decision."""
        return Match(
            self.game,
            self.players,
            self.seed,
            self.options,
            self.board,
            self.first,
            self._version,
        )

    def copy(self) -> "Match":
        """An independent match in the same state, with the same cards to come."""
        twin = self.again()
        twin._state.copy_from(self._state)
        twin._state.log = self._state.log[:]
        twin.history = list(self.history)
        twin.rules.advance(twin._state, twin._out)
        return twin

    # Knowing

    def _check_viewer(self, seat: int) -> None:
        if not SPECTATOR <= seat < self.players:
            raise WagonikError(
                f"There is no seat {seat}: a match of {self.players} has the seats 0 to "
                f"{self.players - 1}, and -1 is a spectator."
            )

    def observe(self, seat: int) -> View:
        """What a seat may know, for programs; -1 is a spectator."""
        self._check_viewer(seat)
        state = view_of(self.rules, self._state, seat)
        legal = self.legal(seat) if seat in self.deciding else []
        return View(shown_rules(self.rules), state, seat, legal)

    def view(self, seat: int = SPECTATOR) -> dict[str, object]:
        """What a seat (or a spectator) may know, as plain data that JSON can carry.

        Hidden things are `None`. What only one game has stands in `mechanics`.
        """
        self._check_viewer(seat)
        data = view_data(self.rules, view_of(self.rules, self._state, seat))
        data["claims"] = self.claims()
        return data

    def claims(self) -> list[dict[str, object]]:
        """Every claim so far, with the cards that were paid for it, which are public. Played by
        the book, they are `None` for claims before the last turn of every seat."""
        self._claims.follow(self._state.log)
        return self._claims.data(self._fresh())

    def _fresh(self) -> int:
        """Where in the log the events begin that are told in full."""
        if self.over or not self.rules.by_the_book:
            return 0
        log = self._state.log
        return round_start(log, len(log), self.players)

    def events(self, seat: int = SPECTATOR, since: int = 0) -> list[dict[str, object]]:
        """What happened so far, as a seat (or a spectator) may know it. Played by the book, what
        lies face down since is told only of the last turn of every seat.

        Args:
            seat: Whose eyes; -1 is a spectator.
            since: Leave out so many of the first events.
        """
        self._check_viewer(seat)
        log = self._state.log
        types = self.rules.event_types
        found: list[dict[str, object]] = []
        viewer = -2 if self.over else seat
        fresh = self._fresh()
        for at in range(since * EVENT_SIZE, len(log), EVENT_SIZE):
            kind = types[log[at]]
            values = int(log[at + 1]), int(log[at + 2]), int(log[at + 3])
            found.append(event_data(kind, *values, viewer, at < fresh))
        return found

    # The end

    @property
    def scores(self) -> list[ScoreSheet]:
        """One score sheet a seat: its total, and where each point came from.

        Before the end, the scores as they would be if the match ended now. What is still to be
        drawn counts by what can be expected: with two players in Pennsylvania, where half of the
        dummy's shares will be turned up, share points are the mean over all halves, rounded for
        each railroad. In the Card Game tickets are completed by a scoring only; until then those
        held count as not completed.
        """
        return score_sheets(self.rules, self._state)

    @property
    def winners(self) -> list[int]:
        """The seats that won; nobody before the end."""
        return self.rules.score(self._state).winners if self.over else []

    @property
    def decided_by(self) -> str:
        """The tie-breaker that decided who won, if one had to."""
        return self.rules.score(self._state).decided_by if self.over else ""

    def record(self) -> dict[str, object]:
        """Everything that rebuilds the match, move by move, as JSON data; see `replay`."""
        from wagonik.records import record_of

        return record_of(self)

    @property
    def version(self) -> int:
        """The version of the game's rules: it grows when the same actions give another match."""
        return self._version
