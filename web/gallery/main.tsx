/** For looking only: every board with sample claims and states, and the components. */

import { type ReactElement, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "../src/ui/fonts";
import "../src/ui/tokens.css";
import "../src/ui/ui.css";
import "../src/board/board.css";
import "./gallery.css";
import { Board, type BoardDrawing, type Geography, type PlaceLook, Thumbnail, type TrackLook } from "../src/board";
import { speak } from "../src/i18n";
import { settings } from "../src/settings/settings";
import { Components } from "./Components";

const drawings = import.meta.glob<BoardDrawing>("./boards/*.json", { import: "default" });
const names = Object.keys(drawings).map((path) => path.replace(/^.*\/|\.json$/g, ""));

/** A picture of every moment, caught in the middle of it: `npm run pictures` makes them again. */
const moments = import.meta.glob<string>("./moments/*.webp", { import: "default", query: "?url", eager: true });

const query = new URLSearchParams(location.search);
const theme = query.get("theme") ?? "light";
document.documentElement.dataset["theme"] = theme;

/** Some of everything, the same every time. */
function sample(drawing: BoardDrawing, mode: string): TrackLook[] {
  const name = (place: number): string => drawing.places[place]?.name ?? "";
  return drawing.tracks.map((track, i): TrackLook => {
    const label = `${name(track.start)} to ${name(track.end)}, ${track.colour}, ${track.length} spaces`;
    if (mode === "plain") return { state: "free", label };
    const dice = (i * 7919 + 13) % 17;
    if (dice < 5) return { state: "free", owner: dice, fresh: i % 23 === 0, label };
    if (dice < 8) return { state: "claimable", label };
    if (dice === 8) return { state: "helps", way: true, label };
    if (dice === 9) return { state: "helps", label };
    if (dice === 10) return { state: "closed", label };
    if (dice === 11) return { state: "claimable", marked: true, label };
    return { state: "dim", label };
  });
}

function Stage({ board, mode }: { board: string; mode: string }): ReactElement | null {
  const [drawing, setDrawing] = useState<BoardDrawing | null>(null);
  const [geography, setGeography] = useState<Geography | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    void drawings[`./boards/${board}.json`]?.().then(setDrawing);
    if (mode === "bare") return;
    void fetch(`/geography/${board}.json`)
      .then((answer) => answer.json() as Promise<Geography>)
      .then(setGeography);
  }, [board, mode]);
  if (!drawing || (!geography && mode !== "bare")) return null;
  const places = drawing.places.map(
    (place, i): PlaceLook => ({
      label: place.name,
      mark: mode === "plain" ? undefined : i === 3 ? "end" : i === 9 ? "done" : undefined,
    }),
  );
  return (
    <Board
      drawing={drawing}
      geography={geography}
      language={query.get("language") === "pl" ? "pl" : "en"}
      tracks={sample(drawing, mode)}
      places={places}
      labels={{ board: drawing.name, zoomIn: "Zoom in", zoomOut: "Zoom out", fit: "Whole board" }}
      onTrack={(track) => setSaid(`track ${track}`)}
      onPlace={(place) => setSaid(`place ${place}`)}
    >
      <output className="gallery-said">{said}</output>
    </Board>
  );
}

function Small({ board }: { board: string }): ReactElement {
  const [shown, setShown] = useState<[BoardDrawing, Geography] | null>(null);
  useEffect(() => {
    const drawing = drawings[`./boards/${board}.json`]?.();
    const geography = fetch(`/geography/${board}.json`).then((answer) => answer.json() as Promise<Geography>);
    void Promise.all([drawing, geography]).then(([d, g]) => d && setShown([d, g]));
  }, [board]);
  return (
    <span className="gallery-small">
      {shown && <Thumbnail drawing={shown[0]} geography={shown[1]} label={shown[0].name} />}
    </span>
  );
}

function Gallery(): ReactElement {
  const board = query.get("board");
  if (board === "components") return <Components />;
  if (board) return <Stage board={board} mode={query.get("mode") ?? "sample"} />;
  return (
    <main className="gallery-list">
      <h1>Gallery</h1>
      <div className="gallery-row">
        {names.map((name) => (
          <Small key={name} board={name} />
        ))}
      </div>
      <h2>Moments</h2>
      <div className="gallery-moments">
        {Object.entries(moments).map(([path, address]) => (
          <figure key={path}>
            <img src={address} alt={path.replace(/^.*\/|\.webp$/g, "")} loading="lazy" />
            <figcaption>{path.replace(/^.*\/|\.webp$/g, "").replaceAll("_", " ")}</figcaption>
          </figure>
        ))}
      </div>
      {[...names, "components"].map((name) => (
        <p key={name}>
          {name}:{" "}
          {["plain", "sample", "bare"].map((mode) => (
            <span key={mode}>
              <a href={`?board=${name}&mode=${mode}`}>{mode}</a>{" "}
              <a href={`?board=${name}&mode=${mode}&theme=dark`}>{mode}, dark</a>{" "}
            </span>
          ))}
        </p>
      ))}
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  void speak(settings.get().language).then(() =>
    createRoot(root).render(
      <StrictMode>
        <Gallery />
      </StrictMode>,
    ),
  );
}
