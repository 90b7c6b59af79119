"""A running match in memory: the fold of its moves, and what each viewer may know of it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, cast, final

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import BoardFile
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import IllegalAction, RecordError, Refusal, StaleAction, UndoRefused
from wagonik.engine.events import round_start
from wagonik.engine.rules import Rules
from wagonik.games import find_game
from wagonik.match import EVENT_SIZE, Match
from wagonik.server.protocol.answers import Choice, Decision, Result
from wagonik.server.protocol.views import Event, Sheet, ViewData

HIDDEN_UNDO: Final = -1  # an undo of which others see nothing
SEEN_UNDO: Final = -2  # an undo that took events back
MOST_MOVES: Final = 5000  # of one match; a long one has a tenth of it
MOST_UNDOS: Final = 12  # of one decision


class Move(NamedTuple):
    """One row of a match: decisions of a seat, made all at once, or an undo."""

    number: int
    seat: int
    actions: tuple[int, ...]
    made_at: float


@dataclass(frozen=True)
class MatchSetup:
    """What a match is started from."""

    id: str
    number: int  # at its table
    game: str
    players: int
    seed: int
    options: tuple[str, ...]
    board: BoardFile | None
    started_at: float
    version: int  # of the game's rules
    what_if: int | None = None  # decisions of another match that it plays on from

    def match(self) -> Match:
        game = find_game(self.game)
        if not game.oldest <= self.version <= game.version:
            raise RecordError("The match was begun under another version of the rules.")
        return Match(
            self.game,
            self.players,
            self.seed,
            dict.fromkeys(self.options, True),
            self.board,
            version=self.version,
        )


# What held before a decision, enough to say whether it can be taken back: the seat, how many events
# and reveals there were, whether first tickets were being chosen. (A plain tuple of numbers is
# nothing that the garbage collector looks at: thousands of matches hold hundreds of them each.)
_Moment = tuple[int, int, int, bool]


@lru_cache(maxsize=256)
def _choices(rules: Rules) -> list[Choice]:
    """All actions of rules, which many matches share."""
    return [
        Choice(action=index, family=action.family, argument=action.argument, text=action.text)
        for index, action in enumerate(rules.table.actions)
    ]


@final
class LiveMatch:
    """The match that its moves add up to. `play` and `undo` change it; what they did becomes a
    row of the store, or the whole object is thrown away and loaded again."""

    def __init__(
        self, setup: MatchSetup, moves: list[Move], most: int = MOST_MOVES, ended: bool = False
    ) -> None:
        self.setup: Final = setup
        self.most: Final = most  # moves after which it is stopped
        self.ended: Final = ended  # it was over when it was loaded
        self.match: Match = setup.match()
        self.moments: list[_Moment] = []
        self.length = 0  # rows
        self.counts = [0] * setup.players  # what `at` of each seat is
        self.line = 0
        self.line_start = 0  # what was left of the events when the line began
        # How often a seat came back to a decision by undo.
        self.undos: dict[tuple[int, int], int] = {}
        self.halfway = False  # a play failed after some of its actions were made
        self.since = setup.started_at  # when the present turn began, for the clock
        self.last_at = setup.started_at  # when the last row was written
        self._turn = self._turn_key()
        self._load(moves)

    # Folding rows

    def _load(self, moves: list[Move]) -> None:
        history: list[tuple[int, int, float]] = []
        undone: dict[int, float] = {}  # how long the history was after a seen undo, and when
        for number, move in enumerate(moves, start=1):
            if move.number != number:
                raise RecordError(f"Move {number} of the match is missing.")
            if move.actions[0] < 0:
                gone = self._pop(history, move.seat)
                size = len(history)
                self._count_undo(move, gone, size)
                if move.actions[0] == SEEN_UNDO:
                    undone = {at: when for at, when in undone.items() if at < size}
                    undone[size] = move.made_at
                else:  # inside a turn: its clock goes on
                    undone = {min(at, size): when for at, when in sorted(undone.items())}
            else:
                self.counts[move.seat] += 1
                history.extend((move.seat, action, move.made_at) for action in move.actions)
        self.length = len(moves)
        self.last_at = moves[-1].made_at if moves else self.last_at
        self.since = undone.get(0, self.since)
        for size, (seat, action, made_at) in enumerate(history, start=1):
            self._decide(seat, action)
            self._clock(made_at)
            self.since = undone.get(size, self.since)

    @staticmethod
    def _pop(history: list[tuple[int, int, float]], seat: int) -> set[int]:
        """Take back up to the last decision of the seat; returns whose were taken."""
        gone: set[int] = set()
        while True:
            popped = history.pop()[0]
            gone.add(popped)
            if popped == seat:
                return gone

    def _count_undo(self, move: Move, gone: set[int], size: int) -> None:
        """Whoever lost a decision has another number from now on, so nothing stale fits."""
        for seat in gone | {move.seat}:
            self.counts[seat] += 1
        self.undos[move.seat, size] = self.undos.get((move.seat, size), 0) + 1
        if move.actions[0] == SEEN_UNDO:
            self.line += 1

    def _decide(self, seat: int, action: int) -> None:
        match = self.match
        before = (
            seat,
            self.events,
            int(match.state.reveals),
            match.state.step == match.rules.first_tickets_step,
        )
        match.play(action, seat)
        self.moments.append(before)

    def _turn_key(self) -> tuple[int, int]:
        """First tickets are one turn of all seats."""
        state = self.match.state
        together = state.step == self.match.rules.first_tickets_step
        return int(state.turn), -1 if together else int(state.seat)

    def _clock(self, made_at: float) -> None:
        turn = self._turn_key()
        if turn != self._turn:
            self._turn = turn
            self.since = made_at

    def apply(self, move: Move) -> None:
        """Follow a row that another worker wrote."""
        if move.actions[0] < 0:
            self._take_back(move)
        else:
            for action in move.actions:
                self._decide(move.seat, action)
            self.counts[move.seat] += 1
            self._clock(move.made_at)
        self.length = move.number
        self.last_at = move.made_at

    # Deciding

    @property
    def events(self) -> int:
        return len(self.match.state.log) // EVENT_SIZE

    @property
    def stopped(self) -> bool:
        """The rules let a strange player go on for ever, by tickets of which none is kept, tunnels
        that are withdrawn: such a match is counted as it stands. (What was taken back does not
        count: it has a limit of its own.)"""
        return not self.match.over and (self.ended or len(self.match.history) >= self.most)

    @property
    def over(self) -> bool:
        match = self.match
        return match.over or self.ended or len(match.history) >= self.most

    @property
    def deciding(self) -> list[int]:
        return [] if self.over else self.match.deciding

    def why_over(self) -> str:
        if self.stopped:
            return f"The match was stopped after {self.most} moves: it is counted as it stands."
        return "The match is over."

    @property
    def private(self) -> bool:
        """Whether the seat is inside a step that others do not see."""
        return not self.over and self.match.rules.steps[self.match.state.step].private

    def check_turn(self, seat: int, at: int) -> None:
        if at != self.counts[seat]:
            raise StaleAction("This was meant for an earlier moment of the match.")
        if seat not in self.deciding:
            raise IllegalAction(
                self.why_over() if self.over else f"It is not the turn of seat {seat}.",
                "over" if self.over else "turn",
            )

    def play(self, seat: int, actions: list[int], made_at: float) -> Move:
        """Make decisions of a seat. After an error the match may be `halfway`: load it again."""
        for action in actions:
            if seat not in self.match.deciding:
                raise IllegalAction(
                    "There is nothing more to decide after the first actions.", "choices"
                )
            self._decide(seat, action)
            self.halfway = True
        self.halfway = False
        self.counts[seat] += 1
        self.length += 1
        self.last_at = made_at
        self._clock(made_at)
        return Move(self.length, seat, tuple(actions), made_at)

    def undo(self, seat: int, made_at: float) -> Move:
        at = self._undoable(seat)
        if at is None:
            raise UndoRefused(
                "Your last decision stays: something was revealed since, somebody else moved, or "
                f"you have taken it back {MOST_UNDOS} times."
            )
        seen = self.moments[at][1] != self.events
        move = Move(self.length + 1, seat, (SEEN_UNDO if seen else HIDDEN_UNDO,), made_at)
        self._take_back(move)
        self.length = move.number
        self.last_at = made_at
        return move

    def _undoable(self, seat: int) -> int | None:
        """The index of the seat's last decision, if it can be taken back.

        A later seat blocks it by anything that others see. What it chose inside a private step
        is taken back along with it: if that blocked, the button would tell of it.
        """
        at = len(self.moments) - 1
        if at < 0 or (self.moments[at][0] != seat and not self.private) or self.over:
            return None  # as nearly always: this is asked for everybody after every move
        while at >= 0 and self.moments[at][0] != seat:
            at -= 1
        if at < 0:
            return None
        if self.undos.get((seat, at), 0) >= MOST_UNDOS:
            return None
        if at < len(self.moments) - 1:
            if self.moments[at + 1][1] != self.events:
                return None
        _, _, reveals, first_tickets = self.moments[at]
        state = self.match.state
        if int(state.reveals) != reveals:
            return None
        # Once all first tickets are chosen, everybody knows how many the others kept (R26).
        if first_tickets and state.step != self.match.rules.first_tickets_step:
            return None
        return at

    def _take_back(self, move: Move) -> None:
        history = [(seat, action, 0.0) for seat, action in self.match.history]
        gone = self._pop(history, move.seat)
        self._count_undo(move, gone, len(history))
        self.match = self.setup.match()
        self.moments = []
        for seat, action, _ in history:
            self._decide(seat, action)
        self._turn = self._turn_key()
        if move.actions[0] == SEEN_UNDO:
            self.since = move.made_at  # a hidden one must not move the clock that others see
        self.line_start = self.events

    # Knowing

    def choices(self, legal: list[int]) -> list[Choice]:
        table = _choices(self.match.rules)
        return [table[index] for index in legal]

    def decision(self, seat: int) -> Decision | None:
        if seat < 0 or seat not in self.deciding:
            return None
        match = self.match
        return Decision(
            at=self.counts[seat],
            step=match.rules.step_names[match.state.step],
            private=match.rules.steps[match.state.step].private,
            choices=self.choices(match.legal(seat)),
        )

    def undo_at(self, seat: int) -> int | None:
        """The number to take the seat's last decision back with, if that can be done."""
        if seat < 0 or self._undoable(seat) is None:
            return None
        return self.counts[seat]

    def view(self, viewer: int) -> ViewData:
        return cast(ViewData, self.match.view(viewer))

    def told_again(self, number: int) -> int:
        """The first event that is told otherwise now than when there were so many of them: by
        the book those of the round that was the present one may have faded."""
        match = self.match
        if not match.rules.by_the_book:
            return number
        return round_start(match.state.log, number * EVENT_SIZE, match.players) // EVENT_SIZE

    def concerns(self, seat: int, start: int) -> bool:
        """Whether any event from a number on is about a seat. Of all others everybody is told the
        same."""
        log = self.match.state.log
        for at in range(start * EVENT_SIZE, len(log), EVENT_SIZE):
            if log[at + 1] == seat:
                return True
        return False

    def events_since(self, viewer: int, start: int) -> list[Event]:
        return cast(list[Event], self.match.events(viewer, start))

    def result(self) -> Result | None:
        return result_of(self.match, self.stopped)

    # Asking

    def why(self, seat: int, action: int) -> Refusal | None:
        """The rule that forbids an action, or nothing. What a seat lacks for it is told before its
        turn, too: it is what the seat plans with."""
        match = self.match
        rules, state = match.rules, match.state
        index = match.action(action).index
        if self.over:
            return Refusal("over", self.why_over())
        mine = seat in self.deciding
        if mine and index in match.legal(seat):
            return None
        if not mine or state.step != rules.turn_step:
            found = rules.why_ever(state, seat, index)
            if found is not None:
                text = f"{rules.table.actions[index].text!r} is not possible: {found.text}."
                return Refusal(found.code, text, found.values)
        if not mine:
            return Refusal("turn", "It is not your turn.")
        try:
            rules.check(state, index, ActionBuffer())
        except IllegalAction as error:
            return Refusal(error.code, str(error), error.values)
        return Refusal("choices", "It is not possible now.")

    def openings(self, seat: int) -> dict[str, list[int]]:
        """The tracks for which a seat lacks one technology and nothing else that it must have, by
        the technology."""
        rules = self.match.rules
        found: dict[str, list[int]] = {}
        if isinstance(rules, BoardRules):
            for track in range(rules.track_count):
                refusal = rules.why_no_claim(self.match.state, seat, track)
                lacks = refusal.values.get("technologies")
                if isinstance(lacks, list) and len(lacks) == 1:
                    found.setdefault(str(lacks[0]), []).append(track)
        return found


def result_of(match: Match, stopped: bool = False) -> Result | None:
    """The final score; of a match that was stopped, what it would be if it ended there."""
    if not match.over and not stopped:
        return None
    final = match.rules.score(match.state)
    return Result(
        scores=[cast(Sheet, sheet.data()) for sheet in match.scores],
        winners=final.winners,
        decided_by=final.decided_by,
        stopped=stopped,
    )
