import { polish } from "../../i18n/plural";
import type { Deeds } from "../types";
import type { Words } from "./en";

const turns = polish("tura", "tury", "tur");
/** "przez 1 turę": after a verb. */
const forTurns = polish("turę", "tury", "tur");
const routes = polish("trasa", "trasy", "tras");
const ofRoutes = polish("trasy", "tras", "tras");
/** "o 1 kartę więcej". */
const moreCards = polish("kartę", "karty", "kart");
const ofCards = polish("karty", "kart", "kart");
/** "około 2 punktów": the genitive. */
const points = polish("punktu", "punktów", "punktów");
/** "daje 2 punkty": the accusative. */
const wholePoints = polish("punkt", "punkty", "punktów");
const ofTurns = polish("tury", "tur", "tur");
const locomotives = polish("lokomotywę", "lokomotywy", "lokomotyw");
const tickets = polish("bilet", "bilety", "biletów");
const waits = polish("czeka", "czekają", "czeka");
const matches = polish("partia", "partie", "partii");
const whole = (value: number): number => Math.round(value);
/** "rząd 3 białych kart": of the colour of a card that is taken. */
const many = (card: string): string => card.replace(/ką$/, "kich").replace(/ą$/, "ych");
/** "biała", "lokomotywa": a card that is named behind a colon. */
const named = (cards: string): string => cards.replace(/[ąę](?=$|,| i )/g, "a");
/** "1 białej karty", "3 białych kart": how many, behind a noun. */
const ofKind = (card: string, count: number): string =>
  count === 1 ? `1 ${card.replace(/ką$/, "kiej").replace(/ą$/, "ej")} karty` : `${count} ${many(card)} kart`;
/** "1 białą kartę", "3 białe karty", "5 białych kart": what is played. */
const kindPlayed = (card: string, count: number): string => {
  const noun = moreCards(count).replace(/^\d+ /, "");
  const few = card.replace(/ką$/, "kie").replace(/ą$/, "e");
  return `${count} ${noun === "kartę" ? card : noun === "karty" ? few : many(card)} ${noun}`;
};
const verb = (count: number): string => waits(count).replace(/^\d+ /, "");

const todo: Deeds = {
  claim: (what) => `zajmij ${what}`,
  deck: () => "dobierz z talii",
  market: (what) => `weź ${what}`,
  tickets: () => "weź bilety",
  keep: (what, count) => `zostaw ${what || tickets(count)}`,
  keepNone: () => "nie zostawiaj żadnego biletu",
  pay: (what, count) => `zapłać: ${named(what)}${count > 0 ? ` i ${named(locomotives(count))}` : ""}`,
  exchange: (_, count) => (count > 0 ? `wymień karty na ${locomotives(count)}` : "nie wymieniaj kart"),
  give: (what) => `oddaj ${what}`,
  add: (_, count) => `dopłać za tunel ${count > 0 ? `(lokomotywy: ${count})` : "bez lokomotyw"}`,
  withdraw: () => "weź karty z powrotem",
  share: (what) => `weź udział ${what}`,
  shareNone: () => "nie bierz udziału",
  dummy: (what) => `daj udział ${what} „dziadkowi”`,
  buy: (what) => `kup: ${what}`,
  stop: () => "zakończ turę",
  full: () => "zapłać w całości",
  pass: () => "spasuj",
  trio: (what) => `wyłóż ${what}`,
  row: (what, count) => `wyłóż ${kindPlayed(what, count)}`,
  locomotives: (_, count) => (count > 0 ? `dołóż ${locomotives(count)}` : "nie dokładaj lokomotyw"),
};

const done: Deeds = {
  claim: (what) => `zajęta trasa ${what}`,
  deck: () => "karta z talii",
  market: (what) => `dobrana karta: ${named(what)}`,
  tickets: () => "dobrane bilety",
  keep: (what, count) => `zatrzymane: ${what || tickets(count)}`,
  keepNone: () => "bez nowego biletu",
  pay: (what, count) => `zapłata: ${named(what)}${count > 0 ? ` i ${named(locomotives(count))}` : ""}`,
  exchange: (_, count) => (count > 0 ? `karty wymienione na ${locomotives(count)}` : "bez wymiany kart"),
  give: (what) => `oddana karta: ${named(what)}`,
  add: (_, count) => `dopłata za tunel ${count > 0 ? `(lokomotywy: ${count})` : "bez lokomotyw"}`,
  withdraw: () => "karty wróciły na rękę",
  share: (what) => `wzięty udział ${what}`,
  shareNone: () => "bez udziału",
  dummy: (what) => `udział ${what} dla „dziadka”`,
  buy: (what) => `zakup: ${what}`,
  stop: () => "koniec tury",
  full: () => "zapłata w całości",
  pass: () => "pas",
  trio: (what) => `wyłożone karty: ${named(what)}`,
  row: (what, count) => `wyłożony rząd ${ofKind(what, count)}`,
  locomotives: (_, count) => (count > 0 ? `dołożone lokomotywy: ${count}` : "bez lokomotyw"),
};

const kinds: Record<string, string> = {
  red: "czerwoną",
  orange: "pomarańczową",
  yellow: "żółtą",
  green: "zieloną",
  blue: "niebieską",
  purple: "fioletową",
  black: "czarną",
  white: "białą",
  locomotive: "lokomotywę",
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const words: Words = {
  start: "Przeanalizuj tę partię",
  startHow: "Trener ogląda każdą decyzję: najwyżej pół minuty, często krócej.",
  always: "Zawsze analizuj po otwarciu trenera",
  waiting: (ahead) => (ahead === 0 ? "Zaraz się zacznie." : `W kolejce: najpierw ${matches(ahead)}.`),
  working: (part) => `Analiza, ${part}`,
  stop: "Przerwij",
  stopped: "Analiza przerwana.",
  again: "Jeszcze raz",
  refine: "Przyjrzyj się dokładniej",
  refineHow: "Więcej prób: od jednej do trzech minut, a rady są pewniejsze.",
  problem: (why) => `Nie ma analizy. ${why}`,
  errors: {
    too_many: "Inna analiza jeszcze trwa albo kolejka jest długa: spróbuj za chwilę.",
    too_fast: "Za dużo naraz: poczekaj chwilę.",
    not_now: "Ta partia jeszcze trwa.",
    no_hints: "Grają tu osoby, które nie zgodziły się na podpowiedzi.",
  },
  graph: "Szansa na wygraną, tura po turze",
  graphHow: "wszystkie karty odkryte, jak widać po fakcie",
  graphKeys: "Strzałki prowadzą od chwili do chwili.",
  asTable: "Jako tabela",
  asGraph: "Jako wykres",
  turn: (turn) => (turn === 0 ? "Pierwsze bilety" : `Tura ${turn}`),
  turnsOf: (list) => `Tury ${list}`,
  and: (list, last) => `${list} i ${last}`,
  keyMoment: "ważna chwila",
  bigLuck: "duży traf",
  luckCards: (name, change) => `Karty: ${name} ${change}`,
  luckTickets: (name, change) => `Bilety: ${name} ${change}`,
  moments: "Ważne chwile",
  momentsOf: (shown, of) => `${shown} z ${of} decyzji`,
  noMoments: "Żaden ruch nie był tu wyraźnie gorszy od najlepszego.",
  noMomentsYet: "Na razie żadnej: trener ogląda decyzje.",
  whose: "Czyje chwile",
  hidden: (name) => `${name}: ta analiza nie jest pokazana stołowi.`,
  show: "Pokaż moją analizę stołowi",
  you: (deed) => capital(deed),
  somebody: (name, deed) => `${name}: ${deed}`,
  better: (moves) => `Lepiej: ${moves}`,
  betterEach: (moves) => `Za każdym razem lepiej: ${moves}`,
  instead: (moves) => `Lepsze niż: ${moves}`,
  or: (list, last) => `${list} albo ${last}`,
  sizes: { inaccuracy: "Niedokładność", mistake: "Błąd", blunder: "Gruby błąd", good: "Dobry ruch" },
  markBetter: "Lepiej",
  markPlayed: "Zagrane",
  markHint: "Podpowiedź",
  ideas: "Pomysły Mistrza",
  ideasHow: "w porównaniu z zagranym ruchem, z widoku gracza",
  best: "najlepiej",
  asGood: "równie dobrze",
  watch: "Obejrzyj",
  tryAgain: "Spróbuj jeszcze raz",
  playOn: "Graj dalej od tego miejsca",
  playOnHow: "Przeciw botom, z kartami tej partii; nigdzie się nie liczy.",
  spoken: (number, of, turn, played, better, cost) =>
    `Chwila ${number} z ${of}. ${turn}. ${played}. ${better}. ${cost}`,
  twoViews: (chance) =>
    `Oceniane z tego, co było widać. Przy odkrytych kartach, jak na wykresie, szansa i tak wynosiła ${chance}.`,
  cost: (percent) => `Koszt: ${percent} procent.`,
  won: (percent) => `Zysk: ${percent} procent.`,
  accuracy: "Celność",
  accuracyHow: (lost) => `średnia strata na decyzję: ${lost} wygranej`,
  waterfall: "Skąd wziął się wynik",
  parts: {
    start: "Miejsce i rozdanie",
    own: "Własne decyzje",
    others: "Decyzje innych",
    cards: "Dobrane karty",
    tickets: "Dobrane bilety",
    result: "Wynik",
  },
  waterfallHow: "W punktach na sto; decyzje w porównaniu z solidnym graczem w tym samym miejscu.",
  within: (error) => `± ${error}`,
  hint: "Podpowiedź",
  hintFirst: "Spójrz tutaj",
  hintMore: "Ruch i powód",
  hintWait: "Trener myśli…",
  samples: (count) => `rozegrano ${matches(count)}`,
  comparedWith: (move) => `W porównaniu z ruchem: ${move}.`,
  allEqual: "Te ruchy są mniej więcej równie dobre.",
  doIt: "Zagraj tak",
  where: {
    board: "Najlepszy ruch jest na planszy: spójrz na zaznaczone trasy.",
    market: "Najlepszy ruch jest wśród kart.",
    tickets: "Najlepszy ruch dotyczy biletów.",
    other: "Najlepszy ruch jest wśród przycisków.",
  },
  tickets: "Pomocnik biletowy",
  ticketTurns: (count) => turns(whole(count)),
  ticketDone: (percent) => `zrealizowany w ${percent}`,
  ticketNever: "nie da się już zrealizować",
  fit: (count) => (count === 1 ? "Ten jest najlepszy" : "Te do siebie pasują"),
  fitHow: (count, left) =>
    `Plan zajmie ${forTurns(whole(count))}${left === null ? "" : `; zostało około ${whole(left)}`}.`,
  fitChance: (percent) => `Wszystkie są zrealizowane w ${percent} prób.`,
  keepThem: "Wybierz te",
  mastersChoice: "wybór Mistrza",
  warn: (percent) => `To kosztuje około ${percent} szansy na wygraną.`,
  warnBetter: (moves) => `Lepiej: ${moves}.`,
  doAnyway: "Zagraj mimo to",
  thinkAgain: "Jeszcze pomyślę",
  question: "Co zagrasz?",
  find: (deed) => `${capital(deed)}. Znajdź coś lepszego.`,
  findFor: (name, deed) => `${name}: ${deed}. Znajdź coś lepszego.`,
  momentOf: (number, of) => `chwila ${number} z ${of}`,
  right: (deed) => `Dobrze: ${deed}.`,
  rightBest: (deed) => `Dobrze, to najlepsze: ${deed}.`,
  little: (deed, gain) => `${capital(deed)}: trochę lepiej (${gain}), ale da się więcej.`,
  wrong: (deed) => `Nie to: ${deed}.`,
  same: "Tak zagrano w tej partii.",
  clue: "Podpowiedź",
  solution: "Pokaż",
  solved: (moves) => `Najlepiej: ${moves}.`,
  choices: "Ruchy do wyboru",
  back: "Wróć",
  cards: kinds,
  bus: "autobus",
  // "trasa A – B (czerwona)"
  colour: (kind, name) => (kind in kinds ? named(kinds[kind] ?? "") : name),
  todo,
  done,
  reasons: {
    cards_elsewhere: (v) =>
      `Tamten ruch kosztuje ${whole(v.number("cards"))} z ${ofCards(whole(v.number("hand")))}, potrzebnych gdzie indziej.`,
    contested: (v, n) => `W ${v.percent("share")} prób ktoś wcześniej zajmie ${n.route(v.number("track"))}.`,
    detour: (v, n) =>
      `Bez trasy ${n.route(v.number("track"))} objazd kosztuje ${forTurns(Math.max(1, whole(v.number("turns"))))} więcej.`,
    ticket_done: (v, n) =>
      `Bilet ${n.ticket(v.number("ticket"))} jest na koniec zrealizowany w ${v.percent("better")} prób, inaczej w ${v.percent("other")}.`,
    likelier: (v, n) =>
      `Bilet ${n.ticket(v.number("ticket"))} jest na koniec zrealizowany w ${v.percent("better")} prób, bilet ${n.ticket(v.number("instead"))} w ${v.percent("other")}.`,
    fits_in: (v, n) =>
      `Bilet ${n.ticket(v.number("ticket"))} ${whole(v.number("turns")) < 1 ? "prawie nie wydłuża planu" : `wydłuża plan o około ${ofTurns(whole(v.number("turns")))}`} i jest zrealizowany w ${v.percent("share")} prób.`,
    fails: (v, n) => `Bilet ${n.ticket(v.number("ticket"))} byłby na koniec zrealizowany w ${v.percent("share")} prób.`,
    new_tickets: (v) => `Nowe bilety dają średnio około ${points(whole(v.number("points")))}.`,
    new_done: (v) => `W ${v.percent("share")} prób któryś z nowych biletów jest na koniec zrealizowany.`,
    tickets_cost: (v) => `Nowe bilety kosztowałyby średnio około ${points(whole(v.number("points")))}.`,
    scores: (v) =>
      `Od razu daje ${wholePoints(whole(v.number("points")))}${v.number("other") > 0 ? `, tamta trasa ${whole(v.number("other"))}` : ""}.`,
    tickets_pay: (v) =>
      `Jest czas na kolejne bilety: plan ${whole(v.number("turns")) < 1 ? "jest wykonany" : `zajmie ${forTurns(whole(v.number("turns")))}`}, zostało około ${ofTurns(whole(v.number("time")))}.`,
    too_late: (v) =>
      `Plan wymagałby ${ofTurns(whole(v.number("turns")))}, a do końca zostało około ${ofTurns(Math.max(0, whole(v.number("time"))))}.`,
    ends_match: (v) =>
      `To przybliża koniec, co służy prowadzącemu: w ${v.percent("share")} prób partia właściwie się kończy, inaczej w ${v.percent("other")}.`,
    sooner: (v) =>
      `Partia kończy się o około ${ofTurns(Math.max(1, whole(v.number("turns"))))} wcześniej, a inni dostają o około ${points(whole(v.number("points")))} mniej.`,
    longer: (v) =>
      `Partia trwa o około ${ofTurns(Math.max(1, whole(v.number("turns"))))} dłużej, a własnych punktów jest o około ${whole(v.number("points"))} więcej.`,
    last_turn: (v) => `Liczy się tylko to, co punktuje od razu: ${v.signed("points")}.`,
    draw_lacking: (v, n) => {
      const count = whole(v.number("tracks"));
      return `Na ${n.card(v.number("card"))} ${verb(count)} ${routes(count)} planu.`;
    },
    ready: (v, n) =>
      `Komplet kart na ${n.route(v.number("track"))} jest potem na ręce w ${v.percent("better")} prób, inaczej w ${v.percent("other")}.`,
    keep_together: (v) =>
      `Jedna sieć ${ofRoutes(whole(v.number("tracks")))} załatwia ${tickets(whole(v.number("tickets")))}.`,
    saves_turns: (v) => `Liczba tur planu po tym ruchu: około ${v.decimal("better")}, inaczej ${v.decimal("other")}.`,
    most_tickets: (v) => `Chodzi o premię za najwięcej biletów: około ${points(whole(v.number("points")))} więcej.`,
    routes: (v) => `Trasy dają o około ${points(whole(v.number("points")))} więcej.`,
    tickets: (v) => `Bilety dają o około ${points(whole(v.number("points")))} więcej.`,
    shares: (v) => `Udziały dają o około ${points(whole(v.number("points")))} więcej.`,
    goals: (v) => `Cele dają o około ${points(whole(v.number("points")))} więcej.`,
    flags: (v) => `Flagi dają o około ${points(whole(v.number("points")))} więcej.`,
    technology: (v) => `Technologie dają o około ${points(whole(v.number("points")))} więcej.`,
    big_cities: (v) => `Wielkie Miasta dają o około ${points(whole(v.number("points")))} więcej.`,
    in_the_way: (v, n) =>
      `Stoi na drodze gracza ${n.name(v.number("seat"))}: tamten plan wymaga potem o około ${ofTurns(Math.max(1, whole(v.number("turns"))))} więcej.`,
    robs: (v, n) =>
      `Zabiera graczowi ${n.name(v.number("seat"))} rząd ${ofKind(n.card(v.number("card")), whole(v.number("count")))}.`,
    denies: (v, n) => `Inni też tego chcą: w ${v.percent("share")} prób ktoś zaraz weźmie ${n.card(v.number("card"))}.`,
    robs_later: (v) =>
      `Więcej zrabowanych rzędów w następnych turach: średnio ${v.decimal("better")}, inaczej ${v.decimal("other")}.`,
    guards: (v) =>
      `Mniej własnych rzędów traconych w rabunkach: średnio ${v.decimal("better")}, inaczej ${v.decimal("other")}.`,
    keeps_locomotives: (v) => `Zostawia na ręce o ${locomotives(whole(v.number("count")))} więcej.`,
    keeps_cards: (v) => `Zostawia na ręce o ${moreCards(whole(v.number("count")))} więcej.`,
    their_tickets: (v) => `Inni dostają za bilety o około ${points(whole(v.number("points")))} mniej.`,
    their_routes: (v) => `Inni dostają za trasy o około ${points(whole(v.number("points")))} mniej.`,
    sampled: (v) => `W próbach wypada lepiej: ${v.gain("gain")}.`,
  },
};
