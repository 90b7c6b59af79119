"""The search of Master: every action that the budget allows to look at, its planner's best few at
least, each played on for some turns on the same samples of what is hidden, and judged by a learnt
value.

Halving: after each part of the budget the worse half of the actions is given up. At the end the
planner's own choice stands unless another one is clearly better on the same samples.
"""

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from wagonik.bots.floats import floats
from wagonik.bots.master.outlook import Outlook
from wagonik.bots.master.value import Value, final_worth
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import zeros
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import CHOICE, TALLY, UNKNOWN, State
from wagonik.engine.views import sample

MOST: Final = 64  # candidates that there is room for
OTHERWISE: Final = 65536  # added to the action of a candidate after which the seat plays otherwise
TURNS: Final = 4  # that are played on after an action, and so many rounds of the table
ROUNDS: Final = 6
ROUGH: Final = 8  # samples of every candidate, before the worse half is given up
FIRST_LOOK: Final = 12  # samples before anything is given up as hopeless
LOOK_AGAIN: Final = 4  # and after each so many more
HOPELESS: Final = 3.0  # standard errors behind that end a candidate's trial
CERTAIN: Final = 100.0  # standard errors, where samples do not differ at all
NO_SPREAD: Final = 1.0e-12  # a variance that is rounding
SAME: Final = 1.0e-9  # a difference that is rounding
FEW: Final = 4  # candidates that are tried in any case
NO_LIMIT: Final = 1000000000
SPREAD: Final = 1000003  # a prime that keeps the seeds of decisions apart


class Knobs:
    """How a search is done."""

    def __init__(self, seats: i64) -> None:
        self.candidates: i64 = 8  # that are tried however small the budget is
        self.turns: i64 = TURNS + ROUNDS * seats  # played on after the action
        self.gate: float = 1.0  # standard errors by which another action must be better
        self.guess: bool = True  # other seats' tickets by how well they fit
        self.fit: float = 12.0  # log odds of a ticket that fits a network in full
        self.swaps: i64 = 12  # exchanges tried for each unknown ticket of another seat

    def update(self, values: dict[str, float]) -> None:
        for name, value in values.items():
            if name == "candidates":
                self.candidates = int(value)
            elif name == "turns":
                self.turns = int(value)
            elif name == "gate":
                self.gate = value
            elif name == "guess":
                self.guess = value > 0.0
            elif name == "fit":
                self.fit = value
            elif name == "swaps":
                self.swaps = int(value)
            else:
                raise KeyError(name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Team:
    """Others that play samples for a search."""

    def play(
        self,
        view: State,
        seat: int,
        seed: int,
        actions: list[int],
        first: int,
        samples: int,
        seconds: float,
    ) -> list[list[float]]:
        """A row for each sample, with a number for each action: so many samples from a first one
        on, or as many as there is time for if the number is 0."""
        raise NotImplementedError


class Search:
    """Searches the decisions of one seat at a time. It keeps working space, but no memory."""

    def __init__(self, rules: Rules, outlook: Outlook, value: Value | None, knobs: Knobs) -> None:
        self.rules: Final = rules
        self.outlook: Final = outlook
        self.value: Final = value  # without one, play-outs go to the end
        self.knobs: Final = knobs
        outlook.trust_fits(knobs.fit, knobs.swaps)
        self.out: ActionBuffer = ActionBuffer()
        self.features: vec[float] = floats(rules.seats * int(outlook.size))
        self.unknown: vec[i64] = zeros(int(rules.ticket_count))
        self.keeps: vec[i64] = zeros(rules.seats)  # the first tickets that the others keep
        self.state: State = rules.new_state()
        self.actions: vec[i64] = zeros(MOST)
        self.count: i64 = 0
        # Of each candidate and sample: what the play-out was worth.
        self.worths: list[vec[float]] = []
        self.samples: i64 = 0
        self.playouts: i64 = 0
        self.team: Team | None = None

    def prepare(self, view: State, seat: i64, legal: ActionBuffer, most: i64 = 0) -> i64:
        """Find the candidates, up to so many if that is more than in any case; returns how many
        there are."""
        if most < self.knobs.candidates:
            most = self.knobs.candidates
        found = self.outlook.candidates(view, seat, legal, most if most < MOST else MOST)
        self.count = found.count
        i: i64
        for i in range(found.count):
            self.actions[i] = found.items[i]
        if self.count > 1:
            found = self.outlook.others(view, seat, legal)
            for i in range(found.count):
                if self.count < MOST:
                    self.actions[self.count] = found.items[i] + OTHERWISE
                    self.count += 1
        self.worths = [vec[float]() for _ in range(self.count)]
        self.samples = 0
        self.playouts = 0
        return self.count

    def choose(
        self,
        view: State,
        seat: i64,
        legal: ActionBuffer,
        seed: int,
        iterations: i64,
        seconds: float,
        without: list[int] | None = None,
    ) -> i64:
        """The action of a seat. The budget is play-outs if there is a number of them (the same
        seed then gives the same answer), else time. It can do without some candidates."""
        began = time.perf_counter()
        # Every action is tried that can be looked at often enough.
        most: i64 = iterations // ROUGH if iterations > 0 else MOST
        if self.prepare(view, seat, legal, most) < 2:
            return self.actions[0]
        if self.knobs.guess:
            self.outlook.study(view, seat)
        alive = zeros(MOST)
        left = self.count
        i: i64
        for i in range(left):
            alive[i] = i
        if without is not None:
            left = self.leave_out(alive, left, without)
        rounds: i64 = 1
        while (left - 1) // _POWER[rounds] > 0:
            rounds += 1
        round_number: i64 = 0
        while round_number < rounds and left > 1:
            share: i64 = NO_LIMIT
            least: i64 = 0
            if round_number == 0:
                least = ROUGH
            if iterations > 0:
                share = self.share_of(iterations, rounds - round_number, left, least)
            round_number += 1
            until = began + seconds * float(round_number) / float(rounds)
            if self.team is None:
                half = began + seconds * 0.5
                left = self.try_here(view, seat, seed, alive, left, share, until, least, half)
            else:
                left = self.try_together(view, seat, seed, alive, left, share, until)
            if round_number < rounds:
                left = self.halve(alive, left)
        return self.actions[self.verdict(alive, left)] % OTHERWISE

    def leave_out(self, alive: vec[i64], left: i64, without: list[int]) -> i64:
        """Do without these candidates, the first ones rather than the last. The planner's own
        choice stays, and so do the last few."""
        i: i64
        j: i64
        for action in without:
            for i in range(1, left):
                if left > FEW and self.actions[alive[i]] == action:
                    for j in range(i, left - 1):
                        alive[j] = alive[j + 1]
                    left -= 1
                    break
        return left

    def share_of(self, iterations: i64, rounds: i64, left: i64, least: i64) -> i64:
        """How many samples a round has: an equal part of the play-outs that are left. Where
        candidates are many, the first round has more, up to half of all."""
        budget = iterations - self.playouts
        share = budget // (rounds * left)
        if share < least:
            half = budget // (2 * left)
            share = least if least < half else half
        return share if share > 1 else 1

    def try_here(
        self,
        view: State,
        seat: i64,
        seed: int,
        alive: vec[i64],
        left: i64,
        share: i64,
        until: float,
        least: i64,
        half: float,
    ) -> i64:
        """Play a round: so many samples, or as long as there is time if there is no number; at
        least so many, if that does not take half of the time. Returns how many are left."""
        done: i64 = 0
        while done < share:
            self.try_all(view, seat, seed, alive, left)
            done += 1
            if share == NO_LIMIT:
                now = time.perf_counter()
                if now >= until and (done >= least or now >= half):
                    break
            if self.samples >= FIRST_LOOK and self.samples % LOOK_AGAIN == 0:
                left = self.drop_hopeless(alive, left)
                if left == 1:
                    break
        return left

    def try_together(
        self,
        view: State,
        seat: i64,
        seed: int,
        alive: vec[i64],
        left: i64,
        share: i64,
        until: float,
    ) -> i64:
        """The same by a team of processes, each with samples of its own, put together in their
        order."""
        team = self.team
        assert team is not None
        actions = [int(self.actions[alive[i]]) for i in range(left)]
        seconds = until - time.perf_counter()
        first = int(self.samples)
        samples = 0 if share == NO_LIMIT else int(share)
        for rows in team.play(view, int(seat), seed, actions, first, samples, seconds):
            for i, worth in enumerate(rows):
                self.worths[alive[i]] = append(self.worths[alive[i]], worth)
            self.samples += 1
            self.playouts += left
        return self.drop_hopeless(alive, left) if self.samples >= FIRST_LOOK else left

    def play_samples(
        self,
        view: State,
        seat: i64,
        seed: int,
        actions: list[int],
        first: int,
        samples: int,
        seconds: float,
    ) -> list[list[float]]:
        """A team member's part: some samples, or as many as there is time for; a row each."""
        began = time.perf_counter()
        self.worths = []
        alive = zeros(MOST)
        i: i64
        for i in range(len(actions)):
            self.actions[i] = actions[i]
            alive[i] = i
            self.worths.append(vec[float]())
        self.samples = first
        if self.knobs.guess:
            self.outlook.study(view, seat)
        done = 0
        while True:
            if samples > 0:
                if done >= samples:
                    break
            elif done > 0 and time.perf_counter() - began >= seconds:
                break
            self.try_all(view, seat, seed, alive, len(actions))
            done += 1
        return [[self.worths[c][row] for c in range(len(actions))] for row in range(done)]

    def try_all(self, view: State, seat: i64, seed: int, alive: vec[i64], left: i64) -> None:
        """Play every candidate on, on the next sample."""
        number = int(self.samples)
        root = sample(self.rules, view, seed * SPREAD + number)
        rng = FastRng(seed * SPREAD + number)
        if self.knobs.guess:
            self.guess(view, root, seat, rng)
        self.settle_first_tickets(root, seat)
        i: i64
        for i in range(left):
            self.state.copy_from(root)
            worth = self.play_on(self.state, seat, self.actions[alive[i]])
            self.worths[alive[i]] = append(self.worths[alive[i]], worth)
        self.samples += 1
        self.playouts += left

    def guess(self, view: State, root: State, seat: i64, rng: FastRng) -> None:
        unknown = self.unknown
        count: i64 = 0
        ticket: i64
        for ticket in range(self.rules.ticket_count):
            # Of a ticket that it put back, a seat knows who has drawn it.
            if view.holder[ticket] == UNKNOWN and view.trail[ticket] == 0:
                unknown[count] = ticket
                count += 1
        self.outlook.guess(root, seat, unknown, count, rng)

    def settle_first_tickets(self, root: State, seat: i64) -> None:
        """Others choose their first tickets, or have chosen them, well: the same ones whatever
        this seat keeps, which they don't know."""
        rules = self.rules
        if root.step != rules.first_tickets_step:
            return
        other: i64
        self.outlook.forget()
        for other in range(root.seats):
            if other != seat:
                self.out.count = 0
                rules.list_keeps(root, other, rules.setup.first_keep, self.out)
                self.keeps[other] = self.outlook.decide(root, other, self.out)
                if root.tally[other * TALLY + CHOICE] >= 0:
                    root.tally[other * TALLY + CHOICE] = self.keeps[other] - rules.keep_action

    def play_on(self, state: State, seat: i64, action: i64) -> float:
        """Play an action and some turns more; what that is worth."""
        rules = self.rules
        outlook = self.outlook
        out = self.out
        until = state.turn + self.knobs.turns
        value = self.value
        if value is None:
            until = NO_LIMIT
        outlook.forget()
        outlook.lead(seat)
        if action >= OTHERWISE:
            action -= OTHERWISE
            outlook.adopt(seat)
        if state.step == rules.first_tickets_step:
            state.seat = seat  # all choose at once: a lower seat that has not yet is no turn before
        rules.play(state, action, out)
        while out.count > 0 and state.step == rules.first_tickets_step:
            rules.play(state, self.keeps[state.seat], out)
        while out.count > 0 and (state.turn < until or state.step != rules.turn_step):
            rules.play(state, outlook.decide(state, state.seat, out), out)
        if value is None or out.count == 0:
            final = rules.score(state)
            return final_worth(final.totals, final.winners, state.seats, seat)
        outlook.assess(state, self.features)
        progress = outlook.progress(state)
        value.predict(self.features, progress)
        return value.worth(seat, progress)

    # Comparing

    def mean(self, candidate: i64) -> float:
        total: float = 0.0
        worths = self.worths[candidate]
        i: i64
        for i in range(len(worths)):
            total += worths[i]
        return total / float(len(worths))

    def lead(self, a: i64, b: i64) -> float:
        """By how many standard errors a is better than b on their common samples."""
        mine = self.worths[a]
        theirs = self.worths[b]
        count: i64 = len(mine) if len(mine) < len(theirs) else len(theirs)
        if count < 2:
            return 0.0
        total: float = 0.0
        squares: float = 0.0
        i: i64
        for i in range(count):
            gain = mine[i] - theirs[i]
            total += gain
            squares += gain * gain
        mean = total / float(count)
        spread = squares / float(count) - mean * mean
        if spread < NO_SPREAD:
            return 0.0 if -SAME < mean < SAME else (CERTAIN if mean > 0.0 else -CERTAIN)
        return mean / math.sqrt(spread / float(count - 1))

    def best_of(self, alive: vec[i64], left: i64) -> i64:
        best = alive[0]
        i: i64
        for i in range(1, left):
            if self.mean(alive[i]) > self.mean(best):
                best = alive[i]
        return best

    def drop_hopeless(self, alive: vec[i64], left: i64) -> i64:
        """Give up what is far behind the best, and what differs in nothing from it."""
        best = self.best_of(alive, left)
        kept: i64 = 0
        i: i64
        for i in range(left):
            if alive[i] == best or self.lead(alive[i], best) > -HOPELESS:
                alive[kept] = alive[i]
                kept += 1
        return kept

    def halve(self, alive: vec[i64], left: i64) -> i64:
        """Give up the worse half; the planner's own choice stays to be compared with."""
        keep = (left + 1) // 2
        if keep < 2:
            keep = 2
        while left > keep:
            worst: i64 = -1
            i: i64
            for i in range(left):
                if alive[i] != 0 and (worst < 0 or self.mean(alive[i]) < self.mean(alive[worst])):
                    worst = i
            for i in range(worst, left - 1):
                alive[i] = alive[i + 1]
            left -= 1
        return left

    def verdict(self, alive: vec[i64], left: i64) -> i64:
        """The best candidate if it is clearly better than the planner's own, else that one."""
        best = self.best_of(alive, left)
        if best != 0 and self.lead(best, 0) < self.knobs.gate:
            return 0
        return best


_POWER: Final = [2**i for i in range(8)]  # beyond MOST
