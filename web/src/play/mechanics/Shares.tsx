import { type ReactElement, useState } from "react";
import { Radios } from "../../app/Radios";
import { PlayerMark } from "../../ui/PlayerMark";
import { usePlay, useScene } from "../context";

/** Who holds which railroad, and what it is worth now. */
export function ShareTable(): ReactElement | null {
  const { model, t, name } = useScene();
  const shares = model.view.mechanics.shares;
  if (!shares) return null;
  const { players } = model.view;
  const track = model.view.move?.track ?? null;
  const lit = track === null ? [] : (model.facts.tracks[track]?.railroads ?? []);
  const book = shares.some((share) => share.ranks === null);
  const dummy = shares.some((share) => (share.dummy?.length ?? 0) + share.face_down.length > 0);
  return (
    <div
      className={players.length > 3 ? "shares shares-many" : "shares"}
      tabIndex={0}
      role="region"
      aria-label={t.mechanics.shares.title}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t.mechanics.shares.railroad}</th>
            <th scope="col">{t.mechanics.shares.left}</th>
            {players.map((player) => (
              <th key={player.seat} scope="col">
                <PlayerMark seat={player.seat} width={26} /> <span className="shares-player">{name(player.seat)}</span>
              </th>
            ))}
            {dummy && (
              <th scope="col" data-anchor="dummy">
                {t.mechanics.shares.dummy}
              </th>
            )}
            <th scope="col" className="shares-ranks">
              {t.mechanics.shares.ranks}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => {
            const first = share.ranks?.[0];
            const all = model.facts.railroads[share.railroad]?.shares ?? 0;
            return (
              <tr key={share.railroad} className={lit.includes(share.code) ? "shares-lit" : ""}>
                <th scope="row" data-anchor={`share-${share.railroad}`}>
                  <span className="code">{share.code}</span> <span className="shares-name">{share.name}</span>
                </th>
                <td>
                  <b>{share.left}</b>
                  <small>/{all}</small>
                </td>
                {players.map((player) => {
                  const held = share.held[player.seat];
                  if (held === null) return <td key={player.seat}>{t.mechanics.shares.hidden}</td>;
                  if (!held?.length) return <td key={player.seat}>–</td>;
                  return (
                    <td key={player.seat}>
                      <span className={first === player.seat ? "held held-first" : "held"}>{held.length}</span>{" "}
                      {share.worth && <b>{share.worth[player.seat]}</b>}
                    </td>
                  );
                })}
                {dummy && <td>{share.dummy?.length || "–"}</td>}
                <td className="shares-ranks">{share.points.join(" · ")}</td>
              </tr>
            );
          })}
        </tbody>
        {book && <caption className="quiet">{t.mechanics.shares.book}</caption>}
        <tfoot hidden={book}>
          <tr>
            <th scope="row" colSpan={2}>
              {t.mechanics.shares.now}
            </th>
            {players.map((player) => (
              <td key={player.seat}>
                <b>{shares.reduce((sum, share) => sum + (share.worth?.[player.seat] ?? 0), 0)}</b>
              </td>
            ))}
            {dummy && <td />}
            <td className="shares-ranks" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** After a claim: a share of one of its railroads, with the change in points. */
export function ShareChoice(): ReactElement | null {
  const { model, t, act, free, route } = usePlay();
  const shares = model.view.mechanics.shares ?? [];
  const dummy = model.choices.has("dummy");
  const family = dummy ? "dummy" : "share";
  const choices = model.choices.get(family) ?? [];
  const rows = choices.flatMap((choice) => {
    const share = shares[choice.argument];
    return share ? [{ choice, share }] : [];
  });
  const none = choices.find((choice) => choice.argument >= shares.length);
  const worth = (row: (typeof rows)[number]): number => row.share.worth?.[model.me] ?? 0;
  const gain = (row: (typeof rows)[number]): number => (row.share.next?.points ?? worth(row)) - worth(row);
  const sorted = [...rows].sort((a, b) => gain(b) - gain(a) || (b.share.points[0] ?? 0) - (a.share.points[0] ?? 0));
  const [chosen, setChosen] = useState(0);
  const pick = sorted[chosen] ?? sorted[0];
  const track = model.view.move?.track ?? null;
  return (
    <section
      className="panel panel-now"
      aria-label={dummy ? t.mechanics.shares.dummyTitle : t.mechanics.shares.takeTitle}
    >
      <h2 className="panel-title">{dummy ? t.mechanics.shares.dummyTitle : t.mechanics.shares.takeTitle}</h2>
      {track !== null && <p className="quiet">{t.mechanics.shares.names(route(track), rows.length)}</p>}
      <Radios className="pay" label={t.mechanics.shares.title}>
        {sorted.map((row, i) => {
          const { choice, share } = row;
          const all = model.facts.railroads[share.railroad]?.shares ?? 0;
          const change = gain(row);
          return (
            <div key={choice.action} className={row === pick ? "pay-row pay-row-on" : "pay-row"}>
              <button
                type="button"
                role="radio"
                aria-checked={row === pick}
                className="pay-choose share-choose"
                onClick={() => setChosen(i)}
              >
                <span className="radio" aria-hidden="true" />
                <span className="code">{share.code}</span>
                <span className="share-text">
                  <b>{t.mechanics.shares.share(all - share.left + 1, all)}</b>
                  {!dummy && share.next?.rank != null && <small>{t.mechanics.shares.rank(share.next.rank)}</small>}
                </span>
                {share.next?.points != null && (
                  <span className="share-gain">
                    <b className={change > 0 ? "ok" : ""}>{change < 0 ? `−${-change}` : `+${change}`}</b>
                    <small>{t.mechanics.shares.worth(worth(row))}</small>
                  </span>
                )}
              </button>
            </div>
          );
        })}
      </Radios>
      <div className="row">
        {none && (
          <button type="button" className="button" disabled={!free} onClick={() => void act([none.action])}>
            {t.mechanics.shares.none}
          </button>
        )}
        {pick && (
          <button
            type="button"
            className="button button-main grow"
            data-confirm
            disabled={!free}
            onClick={() => void act([pick.choice.action])}
          >
            {dummy ? t.mechanics.shares.give(pick.share.code) : t.mechanics.shares.take(pick.share.code)}
          </button>
        )}
      </div>
    </section>
  );
}
