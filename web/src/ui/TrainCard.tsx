import type { ReactElement } from "react";
import { edgeOf, fillOf, inkOf, KINDS, type Kind } from "./kinds";
import { Bus, KindSymbol, Locomotive, Wagon } from "./symbols";

export type Piece = "train" | "bus";

interface Look {
  kind: Kind;
  /** What the wild card shows. */
  piece?: Piece | undefined;
}

const colours = (kind: Kind) => ({
  background: fillOf(kind),
  borderColor: edgeOf(kind),
  color: inkOf(kind),
});

function Wild({ piece, width }: { piece: Piece | undefined; width: number }): ReactElement {
  return (
    <svg viewBox="-8.5 -5.5 17 11" width={width} height={(width * 11) / 17} aria-hidden="true">
      {piece === "bus" ? <Bus /> : <Locomotive />}
    </svg>
  );
}

function Rainbow(): ReactElement {
  return (
    <span className="card-rainbow" aria-hidden="true">
      {KINDS.slice(0, 8).map((kind) => (
        <i key={kind} style={{ background: fillOf(kind) }} />
      ))}
    </span>
  );
}

/** A card as it lies in the market. The name for screen readers comes from the control round it. */
export function MarketCard({ kind, piece }: Look): ReactElement {
  return (
    <span className={`card card-market card-${kind}`} style={colours(kind)}>
      {kind === "locomotive" ? (
        <>
          <Wild piece={piece} width={40} />
          <Rainbow />
        </>
      ) : (
        <>
          <svg viewBox="-6 -6 12 12" width="32" height="32" aria-hidden="true">
            <KindSymbol kind={kind} />
          </svg>
          <svg
            className="card-wagon"
            viewBox="0 0 60 38"
            width="38"
            height="24"
            aria-hidden="true"
            style={{ color: edgeOf(kind) }}
          >
            <Wagon />
          </svg>
        </>
      )}
    </span>
  );
}

/** All cards of one kind in a hand, with their count. */
export function HandCard({ kind, piece, count }: Look & { count: number }): ReactElement {
  if (count === 0) return <EmptyCard kind={kind} piece={piece} />;
  const depth = Math.min(count, 3);
  return (
    <span className={`card card-hand card-${kind} card-stack-${depth}`} style={colours(kind)}>
      {kind === "locomotive" ? (
        <>
          <Wild piece={piece} width={58} />
          <Rainbow />
        </>
      ) : (
        <svg viewBox="0 0 60 38" width="60" height="38" aria-hidden="true">
          <g style={{ color: edgeOf(kind) }}>
            <Wagon />
          </g>
          <g transform="translate(30 16) scale(1.7)">
            <KindSymbol kind={kind} />
          </g>
        </svg>
      )}
      <b className="card-count">{count}</b>
    </span>
  );
}

/** The place of a kind that the hand has none of. */
export function EmptyCard({ kind, piece }: Look): ReactElement {
  return (
    <span className="card-empty">
      {kind === "locomotive" ? (
        <Wild piece={piece} width={26} />
      ) : (
        <svg viewBox="-6 -6 12 12" width="22" height="22" aria-hidden="true">
          <KindSymbol kind={kind} />
        </svg>
      )}
      <b>0</b>
    </span>
  );
}

/** An empty slot: of the market, or for a card of one colour, which it shows. */
export function EmptySlot({ kind, piece }: Partial<Look>): ReactElement {
  return (
    <span className="card-empty card-slot">
      {kind === "locomotive" && <Wild piece={piece} width={30} />}
      {kind && kind !== "locomotive" && (
        <svg viewBox="-6 -6 12 12" width="26" height="26" aria-hidden="true">
          <KindSymbol kind={kind} />
        </svg>
      )}
    </span>
  );
}

/** The back of the deck, with how many cards are left if that may be known. */
export function CardBack({ count }: { count?: number | undefined }): ReactElement {
  return (
    <span className="card card-market card-back">
      <svg viewBox="0 0 60 38" width="34" height="22" aria-hidden="true">
        <Wagon />
      </svg>
      {count === undefined ? null : <b>{count}</b>}
    </span>
  );
}

/** A card in a line of text. */
export function CardChip({ kind, piece, label }: Look & { label?: string }): ReactElement {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: with a label it is an image
    <span
      className={`card-chip card-${kind}`}
      style={colours(kind)}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {kind === "locomotive" ? (
        <Wild piece={piece} width={24} />
      ) : (
        <svg viewBox="-6 -6 12 12" width="19" height="19" aria-hidden="true">
          <KindSymbol kind={kind} />
        </svg>
      )}
    </span>
  );
}
