"""A seat's plan on a board: a network for its tickets, and what that needs.

A plan is made anew for each decision from what the seat may know: the tracks that are open, the
own hand and tickets, everybody's pieces. Nothing else is read, so the same code plans on views
and, inside play-outs, on whole states.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.prices import TURNS_A_CARD, Prices
from wagonik.bots.planner.roads import CLOSED, FREE, LONGEST_PATH, MOST_TICKETS
from wagonik.bots.planner.settings import PlannerSettings
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, KINDS, TOTAL, zeros
from wagonik.engine.state import OFFER, State

MOST_FILLERS: Final = 3  # tracks beside the tickets that are planned at once
MOST_SWAPS: Final = 2  # times that all tracks of a plan are compared with those beside them
LOST: Final = 8.0  # turns that count for a ticket that has no other way
SWING: Final = 2.0  # points that a point of a ticket makes: won instead of lost
GIVING_UP: Final = 1.0  # points that a ticket's turns must be worth more before it is given up
DOUBTFUL: Final = 0.5  # and the share of these turns that would bring points elsewhere
NEARLY_DONE: Final = 0.3  # turns added to those of a ticket, so that one that takes none has a rate
ROUNDING: Final = 0.5  # of turns and pieces left, which are whole


class BoardPlan(Prices):
    """The plan of one seat of a board game."""

    def __init__(self, rules: BoardRules, means: Means, settings: PlannerSettings) -> None:
        super().__init__(rules, means, settings)
        tracks = rules.board.track_count
        self.tickets: vec[i64] = zeros(MOST_TICKETS)
        self.count: i64 = 0  # tickets planned for
        self.given_up: i64 = 0  # tickets that were cut from the plan
        self.plan: vec[i64] = zeros(tracks)
        self.plan_count: i64 = 0
        self.in_plan: vec[i64] = zeros(tracks)
        self.turns: float = 0.0
        self.lack: float = 0.0
        self.filler_rate: float = 0.0  # points a turn of the best filler
        self.focus: i64 = -1  # the one track that everything is saved for, or -1
        self.weight: vec[float] = floats(KINDS)
        self.trial: vec[i64] = zeros(MOST_TICKETS)

    def look(self, state: State, seat: i64) -> None:
        self.focus = -1
        super().look(state, seat)

    def prepare(self, state: State, seat: i64) -> None:
        """Everything that a choice rests on: prices, the plan and its needs."""
        self.look(state, seat)
        count: i64 = 0
        ticket: i64
        for ticket in range(self.board_rules.ticket_count):
            if state.holder[ticket] == seat and count < MOST_TICKETS:
                if not self.roads.done(ticket):
                    self.tickets[count] = ticket
                    count += 1
        self.count = count
        self.make_plan(state, seat)

    # The plan

    def make_plan(self, state: State, seat: i64) -> None:
        """A network for the tickets that can still be completed in time."""
        roads = self.roads
        s = self.settings
        self.given_up = 0
        passes: i64 = int(s.passes)
        while True:
            roads.connect(self.tickets, self.count, passes)
            if s.fit > 0.0:
                self.find_ways(state, seat)
            self.take_network()
            if self.count == 0:
                break
            worst = self.worst_ticket()
            if worst < 0:
                break
            self.count -= 1
            self.tickets[worst] = self.tickets[self.count]
            self.given_up += 1
        if s.fit > 0.0:
            self.swap_mates()
        self.focus = self.find_focus()
        if self.focus >= 0:
            self.aim_at(self.focus)
        elif self.plan_count == 0:
            self.add_fillers(s.filler_least)
        else:
            self.add_fillers(s.grab)

    def find_ways(self, state: State, seat: i64) -> None:
        """Find each ticket's way once more, for the cards that the others leave: alone, every
        track is priced as if the whole hand were for it."""
        roads = self.roads
        turns: i64 = int(self.settings.fit)
        i: i64
        if self.count == 0:
            return
        for _ in range(turns):
            for i in range(self.count):
                slot = roads.order[i]
                if roads.path_cost[slot] < CLOSED:
                    roads.drop_path(slot)
                    self.take_network()
                    self.purse.set_aside()
                    self.price_again(state, seat)
                    self.purse.take_back()
                    roads.add_path(slot, self.tickets[slot])
        self.price_again(state, seat)

    def price_again(self, state: State, seat: i64) -> None:
        """The prices of all tracks, beside a network."""
        roads = self.roads
        track: i64
        for track in range(roads.track_count):
            if roads.status[track] == FREE:
                self.price_track(state, seat, track)
                if roads.used[track] == 0:
                    roads.fee[track] = roads.open_fee(track)

    def swap_mates(self) -> None:
        """Take the tracks beside those of the plan with which the hand goes further."""
        roads = self.roads
        board = self.board
        plan = self.plan
        least = self.lack
        i: i64
        j: i64
        for _ in range(MOST_SWAPS):
            swapped = False
            for i in range(self.plan_count):
                track = plan[i]
                for j in range(board.first_mate[track], board.first_mate[track + 1]):
                    mate = board.mates[j]
                    if mate == track or roads.status[mate] != FREE:
                        continue
                    plan[i] = mate
                    self.count_needs(-1)
                    if self.lack < least:
                        least = self.lack
                        roads.swap(track, mate, self.count)
                        self.in_plan[track] = 0
                        self.in_plan[mate] = 1
                        swapped = True
                        break
                    plan[i] = track
            if not swapped:
                break
        self.count_needs(-1)

    def lack_with(self, kind: i64) -> float:
        """What the plan would lack with one more card of a colour, laid perhaps on a track beside
        one that is planned."""
        roads = self.roads
        board = self.board
        purse = self.purse
        plan = self.plan
        i: i64
        j: i64
        purse.hand[kind] += 1
        purse.hand[TOTAL] += 1
        self.count_needs(-1)
        least = self.lack
        for i in range(self.plan_count):
            track = plan[i]
            for j in range(board.first_mate[track], board.first_mate[track + 1]):
                mate = board.mates[j]
                if roads.status[mate] == FREE and board.colour[mate] == kind and mate != track:
                    plan[i] = mate
                    self.count_needs(-1)
                    if self.lack < least:
                        least = self.lack
                    plan[i] = track
        purse.hand[kind] -= 1
        purse.hand[TOTAL] -= 1
        return least

    def find_focus(self) -> i64:
        """A track that is worth so much a turn that everything else waits for it, or -1."""
        s = self.settings
        roads = self.roads
        best: i64 = -1
        most = s.focus
        track: i64
        for track in range(roads.track_count):
            if roads.status[track] != FREE or self.value[track] < s.focus_points:
                continue
            turns = 1.0 + self.missing[track] * s.focus_cards + self.means.toll(track)
            rate = self.value[track] / turns
            if rate > most and turns <= self.time:
                most = rate
                best = track
        return best

    def aim_at(self, track: i64) -> None:
        """Plan for one track only."""
        i: i64
        for i in range(self.plan_count):
            self.in_plan[self.plan[i]] = 0
        self.plan_count = 0
        if track >= 0:
            self.plan[0] = track
            self.plan_count = 1
            self.in_plan[track] = 1
        self.count_needs(-1)

    def take_network(self) -> None:
        """The plan is the network of the roads."""
        roads = self.roads
        count: i64 = 0
        track: i64
        for track in range(roads.track_count):
            if roads.used[track] > 0:
                self.plan[count] = track
                count += 1
                self.in_plan[track] = 1
            else:
                self.in_plan[track] = 0
        self.plan_count = count
        self.count_needs(-1)

    def count_needs(self, without: i64) -> None:
        """What the plan needs, and how long it takes; perhaps without one of its tracks."""
        purse = self.purse
        colour = self.board.colour
        purse.clear()
        self.means.add_needs(self)
        i: i64
        for i in range(self.plan_count):
            track = self.plan[i]
            if track != without and colour[track] != ANY_COLOUR:
                purse.add_coloured(track)
        for i in range(self.plan_count):
            track = self.plan[i]
            if track != without and colour[track] == ANY_COLOUR:
                purse.add_grey(track)
        self.lack = purse.shortage(self.means.plan_size(purse))
        self.turns = float(self.plan_count) + self.lack * self.settings.waste * TURNS_A_CARD

    def worst_ticket(self) -> i64:
        """The slot of a ticket to give up, or -1 if the plan is good as it is."""
        s = self.settings
        roads = self.roads
        length: i64 = 0
        i: i64
        slot: i64
        for i in range(self.plan_count):
            length += self.board.length[self.plan[i]]
        too_long = self.turns > self.time + s.slack or length > self.pieces
        worst: i64 = -1
        least: float = CLOSED
        for slot in range(self.count):
            if roads.path_cost[slot] >= CLOSED:
                return slot
            turns: float = 0.0
            at = slot * LONGEST_PATH
            for i in range(roads.path_size[slot]):
                track = roads.paths[at + i]
                if roads.used[track] == 1:
                    turns += 1.0 + self.missing[track] * s.waste * TURNS_A_CARD
            points = float(self.board.ticket_points[self.tickets[slot]])
            rate = points / (turns + NEARLY_DONE)
            if rate < least and (too_long or self.loses(points, turns)):
                least = rate
                worst = slot
        return worst

    def loses(self, points: float, turns: float) -> bool:
        """Whether a ticket is worth less than its turns, however much time there is."""
        return SWING * points + GIVING_UP < DOUBTFUL * self.settings.turn * turns

    def detour(self, track: i64) -> float:
        """What the tickets would cost more by other ways if a track of the network were lost."""
        roads = self.roads
        fee = roads.fee[track]
        roads.fee[track] = CLOSED
        more: float = 0.0
        slot: i64
        i: i64
        for slot in range(self.count):
            at = slot * LONGEST_PATH
            for i in range(roads.path_size[slot]):
                if roads.paths[at + i] == track:
                    place = roads.search(self.tickets[slot])
                    if place >= 0 and roads.distance[place] < LOST:
                        more += roads.distance[place]
                    else:
                        more += LOST
                    break
        roads.fee[track] = fee
        return more

    def add_fillers(self, least: float) -> None:
        """Tracks for their points, those that bring most a turn: at least so many."""
        s = self.settings
        roads = self.roads
        board = self.board
        i: i64
        self.filler_rate = 0.0
        pieces = self.pieces
        time = self.time - self.turns
        if self.plan_count == 0:
            time = self.time
        for i in range(self.plan_count):
            pieces -= board.length[self.plan[i]]
        for _ in range(MOST_FILLERS):
            best: i64 = -1
            most: float = least
            track: i64
            for track in range(roads.track_count):
                if (
                    roads.status[track] != FREE
                    or self.in_plan[track]
                    or board.length[track] > pieces
                ):
                    continue
                turns = 1.0 + self.missing[track] * s.filler_cards
                if turns > time:
                    continue
                rate = self.value[track] / (turns + self.means.toll(track))
                if rate > most and not self.mate_planned(track):
                    most = rate
                    best = track
            if best < 0:
                break
            if most > self.filler_rate:
                self.filler_rate = most
            self.plan[self.plan_count] = best
            self.plan_count += 1
            self.in_plan[best] = 1
            pieces -= board.length[best]
            time -= 1.0 + self.missing[best] * s.filler_cards
        self.count_needs(-1)

    def mate_planned(self, track: i64) -> bool:
        board = self.board
        i: i64
        for i in range(self.plan_count):
            other = self.plan[i]
            if board.a[other] == board.a[track] and board.b[other] == board.b[track]:
                return True
            if board.a[other] == board.b[track] and board.b[other] == board.a[track]:
                return True
        return False

    # Tickets

    def keep_value(self, state: State, seat: i64, mask: i64) -> float:
        """What keeping some of the offered tickets is worth, in points: the seat's tickets and
        these together, against the turns that their network takes. `look` comes first."""
        s = self.settings
        roads = self.roads
        board = self.board
        trial = self.trial
        count: i64 = 0
        points: float = 0.0
        ticket: i64
        for ticket in range(self.board_rules.ticket_count):
            if state.holder[ticket] == seat and not roads.done(ticket) and count < MOST_TICKETS:
                trial[count] = ticket
                count += 1
        at = seat * OFFER
        bit: i64 = 1
        i: i64
        for i in range(state.offer[at]):
            if mask & bit:
                ticket = state.offer[at + 1 + i]
                if roads.done(ticket):
                    points += float(board.ticket_points[ticket]) + s.bonus
                    points += self.means.ticket_bonus(state, seat, ticket)
                elif count < MOST_TICKETS:
                    trial[count] = ticket
                    count += 1
            bit = bit + bit
        if count == 0:
            return points
        cost = roads.connect(trial, count, int(s.passes))
        self.take_network()
        length: float = 0.0
        for i in range(self.plan_count):
            length += float(board.length[self.plan[i]])
        # The chance that a ticket fails grows as the plan fills the time and the pieces left.
        fill = self.turns / (self.time + ROUNDING)
        fill_pieces = length / (float(self.pieces) + ROUNDING)
        if fill_pieces > fill:
            fill = fill_pieces
        fail = s.risk + s.late * fill * fill
        if fill > 1.0:
            fail += fill - 1.0
        if fail > 1.0:
            fail = 1.0
        for i in range(count):
            worth = float(board.ticket_points[trial[i]])
            extra = s.bonus + self.means.ticket_bonus(state, seat, trial[i])
            if roads.path_cost[i] >= CLOSED:
                points -= worth
            else:
                points += s.ticket * worth * (1.0 - SWING * fail) + extra * (1.0 - fail)
        return points - s.turn * cost
