/** The faces of cards for elements that travel: each is drawn once and copied from then on. */

import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Kind } from "../protocol/messages";
import { CardBack, MarketCard, type Piece } from "../ui/TrainCard";

const drawn = new Map<string, Element>();

/** A copy of what a component draws. (Markup would not do: the page's policy takes no styles from it.) */
function copyOf(key: string, element: ReactElement): Node {
  let known = drawn.get(key);
  if (!known) {
    const box = document.createElement("div");
    const root = createRoot(box);
    flushSync(() => root.render(element));
    known = box.firstElementChild!.cloneNode(true) as Element;
    root.unmount();
    drawn.set(key, known);
  }
  return known.cloneNode(true);
}

/** A card's face, or its back where its kind is not known. */
export const faceOf = (kind: Kind | null, piece: Piece): Node =>
  kind === null ? copyOf("back", <CardBack />) : copyOf(`${kind}-${piece}`, <MarketCard kind={kind} piece={piece} />);
