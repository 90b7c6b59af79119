/** What the words of the coach are made from. */

/** The numbers of a reason, in the forms that sentences need. */
export interface Values {
  number(name: string): number;
  /** "40 %", of a share from 0 to 1. */
  percent(name: string): string;
  /** "+3.6 %", of a share of a win. */
  gain(name: string): string;
  /** "+12". */
  signed(name: string): string;
  /** One digit behind the point, where it is needed. */
  decimal(name: string): string;
}

/** What things are called at this table. */
export interface Names {
  route(track: number): string;
  ticket(ticket: number): string;
  /** A card as something that is taken. */
  card(kind: number): string;
  name(seat: number): string;
}

/** A thing that is done, with its object and a number. */
export type Deed = (what: string, count: number) => string;
export type DeedName =
  | "claim"
  | "deck"
  | "market"
  | "tickets"
  | "keep"
  | "keepNone"
  | "pay"
  | "exchange"
  | "give"
  | "add"
  | "withdraw"
  | "share"
  | "shareNone"
  | "dummy"
  | "buy"
  | "stop"
  | "full"
  | "pass"
  | "trio"
  | "row"
  | "locomotives";
export type Deeds = Readonly<Record<DeedName, Deed>>;
