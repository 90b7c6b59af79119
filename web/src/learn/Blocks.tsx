import type { ReactElement } from "react";
import { useTexts } from "../i18n";
import { CardChip } from "../ui/TrainCard";
import { partsOf } from "./marks";
import { PictureOf } from "./Picture";
import type { Block } from "./texts";

/** A text with its marks. */
export function Rich({ text }: { text: string }): ReactElement {
  const { kinds } = useTexts().common;
  return (
    <>
      {partsOf(text).map((part, i) => {
        if ("strong" in part) return <strong key={i}>{part.strong}</strong>;
        if ("emphasis" in part) return <em key={i}>{part.emphasis}</em>;
        if ("card" in part) return <CardChip key={i} kind={part.card} label={kinds[part.card]} />;
        return part.text;
      })}
    </>
  );
}

function Points({ pairs }: { pairs: readonly (readonly [number, number])[] }): ReactElement {
  const { learn: t } = useTexts();
  return (
    <div className="learn-scroll" tabIndex={0} role="group" aria-label={t.pointsTable}>
      <table className="learn-scores">
        <caption>{t.pointsTable}</caption>
        <tbody>
          <tr>
            <th scope="row">{t.length}</th>
            {pairs.map(([length]) => (
              <td key={length}>{length}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t.points}</th>
            {pairs.map(([length, points]) => (
              <td key={length}>
                <b>{points}</b>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function One({ block }: { block: Block }): ReactElement | null {
  const { learn: t } = useTexts();
  if ("text" in block) {
    return (
      <p>
        <Rich text={block.text} />
      </p>
    );
  }
  if ("note" in block || "example" in block) {
    const note = "note" in block;
    return (
      <p className={note ? "learn-note" : "learn-example"}>
        <b>{note ? t.note : t.example}</b>
        <Rich text={note ? block.note : block.example} />
      </p>
    );
  }
  if ("list" in block) {
    return (
      <ul>
        {block.list.map((line) => (
          <li key={line}>
            <Rich text={line} />
          </li>
        ))}
      </ul>
    );
  }
  if ("table" in block) {
    return (
      <div className="learn-scroll" tabIndex={0} role="group" aria-label={block.table.head.join(", ")}>
        <table className="learn-table">
          <thead>
            <tr>
              {block.table.head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.table.rows.map((row) => (
              <tr key={row[0]}>
                {row.map((cell, i) =>
                  i === 0 ? (
                    <th key={i} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={i}>{cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  if ("points" in block) return <Points pairs={block.points} />;
  if ("picture" in block) {
    return (
      <figure>
        <PictureOf name={block.picture} />
        <figcaption>{block.caption}</figcaption>
      </figure>
    );
  }
  return null;
}

export function Blocks({ blocks }: { blocks: readonly Block[] }): ReactElement {
  return (
    <>
      {blocks.map((block, i) => (
        <One key={i} block={block} />
      ))}
    </>
  );
}
