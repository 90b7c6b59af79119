import { english } from "../../i18n/plural";
import type { Deeds, Names, Values } from "../types";

const turns = english("turn", "turns");
const routes = english("route", "routes");
const cards = english("card", "cards");
const points = english("point", "points");
const locomotives = english("locomotive", "locomotives");
const tickets = english("ticket", "tickets");
const whole = (value: number): number => Math.round(value);

/** What can be done, as advice ("claim A – B") and as what was done ("claimed A – B"). */
const todo: Deeds = {
  claim: (what) => `claim ${what}`,
  deck: () => "draw from the deck",
  market: (what) => `take ${what}`,
  tickets: () => "take tickets",
  keep: (what, count) => `keep ${what || tickets(count)}`,
  keepNone: () => "keep no ticket",
  pay: (what, count) => `pay with ${what}${count > 0 ? ` and ${locomotives(count)}` : ""}`,
  exchange: (_, count) => (count > 0 ? `exchange cards for ${locomotives(count)}` : "exchange no cards"),
  give: (what) => `give ${what}`,
  add: (_, count) => `pay for the tunnel ${count > 0 ? `with ${locomotives(count)}` : "without locomotives"}`,
  withdraw: () => "take the cards back",
  share: (what) => `take a share of ${what}`,
  shareNone: () => "take no share",
  dummy: (what) => `give a share of ${what} to the dummy`,
  buy: (what) => `buy ${what}`,
  stop: () => "end the turn",
  full: () => "pay in full",
  pass: () => "pass",
  trio: (what) => `play ${what}`,
  row: (what, count) => `play ${count} ${what}`,
  locomotives: (_, count) => (count > 0 ? `add ${locomotives(count)}` : "add no locomotives"),
};

const done: Deeds = {
  claim: (what) => `claimed ${what}`,
  deck: () => "drew from the deck",
  market: (what) => `took ${what}`,
  tickets: () => "took tickets",
  keep: (what, count) => `kept ${what || tickets(count)}`,
  keepNone: () => "kept no ticket",
  pay: (what, count) => `paid with ${what}${count > 0 ? ` and ${locomotives(count)}` : ""}`,
  exchange: (_, count) => (count > 0 ? `exchanged cards for ${locomotives(count)}` : "exchanged no cards"),
  give: (what) => `gave ${what}`,
  add: (_, count) => `paid for the tunnel ${count > 0 ? `with ${locomotives(count)}` : "without locomotives"}`,
  withdraw: () => "took the cards back",
  share: (what) => `took a share of ${what}`,
  shareNone: () => "took no share",
  dummy: (what) => `gave a share of ${what} to the dummy`,
  buy: (what) => `bought ${what}`,
  stop: () => "ended the turn",
  full: () => "paid in full",
  pass: () => "passed",
  trio: (what) => `played ${what}`,
  row: (what, count) => `played ${count} ${what}`,
  locomotives: (_, count) => (count > 0 ? `added ${locomotives(count)}` : "added no locomotives"),
};

export const words = {
  start: "Analyse this match",
  startHow: "The coach looks at every decision: half a minute at most, often less.",
  always: "Always analyse when the coach is opened",
  waiting: (ahead: number): string =>
    ahead === 0 ? "It begins in a moment." : `Waiting: ${ahead} ${ahead === 1 ? "match comes" : "matches come"} first.`,
  working: (done: string): string => `Analysing, ${done}`,
  stop: "Stop",
  stopped: "The analysis was stopped.",
  again: "Again",
  refine: "Look more closely",
  refineHow: "More samples: one to three minutes, and surer advice.",
  problem: (why: string): string => `There is no analysis. ${why}`,
  errors: {
    too_many: "Another one is not done yet, or many wait: try again in a while.",
    too_fast: "Too many at once: wait a moment.",
    not_now: "This match is still being played.",
    no_hints: "People play here who did not agree to hints.",
  } as Record<string, string>,
  graph: "Chance to win, turn by turn",
  graphHow: "all cards open, as seen afterwards",
  graphKeys: "Arrow keys go from moment to moment.",
  asTable: "As a table",
  asGraph: "As a graph",
  turn: (turn: number): string => (turn === 0 ? "First tickets" : `Turn ${turn}`),
  turnsOf: (list: string): string => `Turns ${list}`,
  and: (list: string, last: string): string => `${list} and ${last}`,
  keyMoment: "key moment",
  bigLuck: "big luck",
  luckCards: (name: string, change: string): string => `Cards: ${name} ${change}`,
  luckTickets: (name: string, change: string): string => `Tickets: ${name} ${change}`,
  moments: "Key moments",
  momentsOf: (shown: number, decisions: number): string => `${shown} of ${decisions} decisions`,
  noMoments: "No move here was clearly worse than the best.",
  noMomentsYet: "None so far: the decisions are being looked at.",
  whose: "Whose moments",
  hidden: (name: string): string => `${name} has not shown this analysis to the table.`,
  show: "Show my analysis to the table",
  you: (deed: string): string => `You ${deed}`,
  somebody: (name: string, deed: string): string => `${name} ${deed}`,
  better: (moves: string): string => `Better: ${moves}`,
  betterEach: (moves: string): string => `Better each time: ${moves}`,
  instead: (moves: string): string => `Better than: ${moves}`,
  or: (list: string, last: string): string => `${list} or ${last}`,
  sizes: { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder", good: "Good move" } as Record<
    string,
    string
  >,
  markBetter: "Better",
  markPlayed: "Played",
  markHint: "Hint",
  ideas: "Master’s ideas here",
  ideasHow: "against the move played, from the player’s own view",
  best: "best",
  asGood: "as good",
  watch: "Watch",
  tryAgain: "Try it again",
  playOn: "Play on from here",
  playOnHow: "Against bots, with the cards of this match; it counts nowhere.",
  spoken: (number: number, of: number, turn: string, played: string, better: string, cost: string): string =>
    `Moment ${number} of ${of}. ${turn}. ${played}. ${better}. ${cost}`,
  twoViews: (chance: string): string =>
    `Judged by what could be known. With all cards open, as in the graph, the chance was ${chance} anyway.`,
  cost: (percent: string): string => `It cost ${percent} percent.`,
  won: (percent: string): string => `It won ${percent} percent.`,
  accuracy: "Accuracy",
  accuracyHow: (lost: string): string => `${lost} of a win lost a decision, on average`,
  waterfall: "Where the result came from",
  parts: {
    start: "Seat and deal",
    own: "Own decisions",
    others: "Others’ decisions",
    cards: "Cards drawn",
    tickets: "Tickets drawn",
    result: "Result",
  },
  waterfallHow: "In points of a hundred; decisions are beside those of a solid player in the same place.",
  within: (error: string): string => `± ${error}`,
  // Hints
  hint: "Hint",
  hintFirst: "Look here",
  hintMore: "The move, and why",
  hintWait: "The coach is thinking…",
  samples: (count: number): string => `${count} matches played on`,
  comparedWith: (move: string): string => `Compared with: ${move}.`,
  allEqual: "These moves are about equally good.",
  doIt: "Do it",
  where: {
    board: "The best move is on the board: look at the marked routes.",
    market: "The best move is among the cards.",
    tickets: "The best move is about tickets.",
    other: "The best move is among the buttons.",
  },
  // Tickets on offer
  tickets: "Ticket helper",
  ticketTurns: (count: number): string => turns(whole(count)),
  ticketDone: (percent: string): string => `done in ${percent}`,
  ticketNever: "can’t be done any more",
  fit: (count: number): string => (count === 1 ? "This one is best" : "These fit together"),
  fitHow: (count: number, left: number | null): string =>
    `The plan needs ${turns(whole(count))}${left === null ? "" : `; about ${whole(left)} are left`}.`,
  fitChance: (percent: string): string => `All of them are done in ${percent} of the samples.`,
  keepThem: "Choose these",
  mastersChoice: "Master’s choice",
  // Blunder check
  warn: (percent: string): string => `This costs about ${percent} of your chance to win.`,
  warnBetter: (moves: string): string => `Better: ${moves}.`,
  doAnyway: "Do it anyway",
  thinkAgain: "Think again",
  // Try it again
  question: "What would you do?",
  find: (deed: string): string => `You ${deed}. Find something better.`,
  findFor: (name: string, deed: string): string => `${name} ${deed}. Find something better.`,
  momentOf: (number: number, of: number): string => `moment ${number} of ${of}`,
  right: (deed: string): string => `Right: ${deed}.`,
  rightBest: (deed: string): string => `Right, this is best: ${deed}.`,
  little: (deed: string, gain: string): string => `To ${deed} is a little better (${gain}), but there is more.`,
  wrong: (deed: string): string => `Not this one: ${deed}.`,
  same: "This is what was played.",
  clue: "Hint",
  solution: "Show it",
  solved: (moves: string): string => `Best: ${moves}.`,
  choices: "Moves to choose from",
  back: "Back",
  cards: {
    red: "red",
    orange: "orange",
    yellow: "yellow",
    green: "green",
    blue: "blue",
    purple: "purple",
    black: "black",
    white: "white",
    locomotive: "a locomotive",
  } as Record<string, string>,
  bus: "a bus",
  /** The colour of one of parallel routes, with the table's word for it. */
  colour: (_kind: string, name: string): string => name,
  todo,
  done,
  reasons: {
    cards_elsewhere: (v: Values) =>
      `The other move costs ${whole(v.number("cards"))} of ${cards(whole(v.number("hand")))}, which the plan wants elsewhere.`,
    contested: (v: Values, n: Names) =>
      `In ${v.percent("share")} of the samples somebody takes ${n.route(v.number("track"))} first.`,
    detour: (v: Values, n: Names) =>
      `Without ${n.route(v.number("track"))}, the way round costs ${turns(Math.max(1, whole(v.number("turns"))))} more.`,
    tickets_pay: (v: Values) =>
      `There is time for more tickets: the plan ${whole(v.number("turns")) < 1 ? "is done" : `needs ${turns(whole(v.number("turns")))}`}, and about ${turns(whole(v.number("time")))} are left.`,
    too_late: (v: Values) =>
      `The plan would need ${turns(whole(v.number("turns")))}, and about ${Math.max(0, whole(v.number("time")))} are left.`,
    ends_match: (v: Values) =>
      `It brings the end closer, which suits who leads: in ${v.percent("share")} of the samples the match is about over, otherwise in ${v.percent("other")}.`,
    sooner: (v: Values) =>
      `The match ends about ${turns(Math.max(1, whole(v.number("turns"))))} sooner, and the others get about ${points(whole(v.number("points")))} less.`,
    longer: (v: Values) =>
      `The match lasts about ${turns(Math.max(1, whole(v.number("turns"))))} longer, and own points are about ${whole(v.number("points"))} more.`,
    last_turn: (v: Values) => `Only what scores now counts: ${v.signed("points")}.`,
    draw_lacking: (v: Values, n: Names) =>
      `${routes(whole(v.number("tracks")))} of the plan ${whole(v.number("tracks")) === 1 ? "waits" : "wait"} for ${n.card(v.number("card"))}.`,
    ready: (v: Values, n: Names) =>
      `The hand then pays for ${n.route(v.number("track"))} in ${v.percent("better")} of the samples, otherwise in ${v.percent("other")}.`,
    keep_together: (v: Values) =>
      `One network of ${routes(whole(v.number("tracks")))} does ${whole(v.number("tickets")) === 1 ? "the ticket" : `all ${whole(v.number("tickets"))} tickets`}.`,
    saves_turns: (v: Values) =>
      `After it the plan needs about ${v.decimal("better")} turns, otherwise ${v.decimal("other")}.`,
    ticket_done: (v: Values, n: Names) =>
      `${n.ticket(v.number("ticket"))} is done in the end in ${v.percent("better")} of the samples, otherwise in ${v.percent("other")}.`,
    likelier: (v: Values, n: Names) =>
      `${n.ticket(v.number("ticket"))} is done in the end in ${v.percent("better")} of the samples, ${n.ticket(v.number("instead"))} in ${v.percent("other")}.`,
    fits_in: (v: Values, n: Names) =>
      `${n.ticket(v.number("ticket"))} ${whole(v.number("turns")) < 1 ? "makes the plan hardly longer" : `makes the plan about ${turns(whole(v.number("turns")))} longer`}, and is done in ${v.percent("share")} of the samples.`,
    fails: (v: Values, n: Names) =>
      `${n.ticket(v.number("ticket"))}, if it is kept, is done in ${v.percent("share")} of the samples.`,
    new_tickets: (v: Values) => `New tickets bring about ${points(whole(v.number("points")))} on average.`,
    new_done: (v: Values) => `In ${v.percent("share")} of the samples one of the new tickets is done in the end.`,
    tickets_cost: (v: Values) => `New tickets would cost about ${points(whole(v.number("points")))} on average.`,
    scores: (v: Values) =>
      `It scores ${points(whole(v.number("points")))} at once${v.number("other") > 0 ? `, the other route ${whole(v.number("other"))}` : ""}.`,
    most_tickets: (v: Values) => `It is about the most tickets: worth ${points(whole(v.number("points")))} more.`,
    routes: (v: Values) => `Routes bring about ${points(whole(v.number("points")))} more.`,
    tickets: (v: Values) => `Tickets bring about ${points(whole(v.number("points")))} more.`,
    shares: (v: Values) => `Shares bring about ${points(whole(v.number("points")))} more.`,
    goals: (v: Values) => `Goals bring about ${points(whole(v.number("points")))} more.`,
    flags: (v: Values) => `Flags bring about ${points(whole(v.number("points")))} more.`,
    technology: (v: Values) => `Technology brings about ${points(whole(v.number("points")))} more.`,
    big_cities: (v: Values) => `Big cities bring about ${points(whole(v.number("points")))} more.`,
    in_the_way: (v: Values, n: Names) =>
      `It is in ${n.name(v.number("seat"))}’s way, whose plan then needs about ${turns(Math.max(1, whole(v.number("turns"))))} more.`,
    robs: (v: Values, n: Names) =>
      `It robs ${n.name(v.number("seat"))} of a row of ${whole(v.number("count"))} ${n.card(v.number("card"))} ${whole(v.number("count")) === 1 ? "card" : "cards"}.`,
    denies: (v: Values, n: Names) =>
      `The others want it, too: left there, ${n.card(v.number("card"))} is taken in ${v.percent("share")} of the samples.`,
    robs_later: (v: Values) =>
      `It robs more rows in the next turns: ${v.decimal("better")} on average, otherwise ${v.decimal("other")}.`,
    guards: (v: Values) =>
      `Fewer own rows are robbed in the next turns: ${v.decimal("better")} on average, otherwise ${v.decimal("other")}.`,
    keeps_locomotives: (v: Values) => `It keeps ${locomotives(whole(v.number("count")))} more in hand.`,
    keeps_cards: (v: Values) => `It keeps ${cards(whole(v.number("count")))} more in hand.`,
    their_tickets: (v: Values) => `The others get about ${points(whole(v.number("points")))} less from tickets.`,
    their_routes: (v: Values) => `The others get about ${points(whole(v.number("points")))} less from routes.`,
    sampled: (v: Values) => `It does better in the samples: ${v.gain("gain")}.`,
  } as Record<string, (values: Values, names: Names) => string>,
};

export type Words = typeof words;
