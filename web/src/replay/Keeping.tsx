import { type ReactElement, useState } from "react";
import { copyText } from "../app/controls";
import { linkTo } from "../app/router";
import { useTexts } from "../i18n";
import type { OpenedReplay } from "../protocol/messages";
import { worn } from "../ui/colours";
import { Icon } from "../ui/icons";
import { LONGEST_LINK, pack } from "./share";

function download(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Take the match along: as a link, as a record, as notation. */
export function Keeping({ opened, names }: { opened: OpenedReplay; names: readonly string[] }): ReactElement {
  const t = useTexts();
  const [said, setSaid] = useState("");
  const name = `wagonik-${opened.game}`;
  const share = async (): Promise<void> => {
    const packed = await pack({ record: opened.record, names, colours: worn.get() });
    if (packed.length > LONGEST_LINK) return setSaid(t.replay.tooLongToShare);
    if (await copyText(linkTo(`replay?r=${packed}`))) setSaid(t.common.copied);
  };
  return (
    <details className="replay-keeping" onToggle={() => setSaid("")}>
      <summary aria-label={t.replay.more} title={t.replay.more}>
        <Icon name="download" />
        <span>{t.replay.more}</span>
      </summary>
      <div className="replay-menu">
        <button type="button" onClick={() => void share()}>
          <Icon name="link" /> {t.replay.share}
        </button>
        <small>{t.replay.shareHow}</small>
        <button
          type="button"
          onClick={() => download(JSON.stringify(opened.record), `${name}.json`, "application/json")}
        >
          <Icon name="download" /> {t.replay.json}
        </button>
        <button type="button" onClick={() => download(opened.notation, `${name}.txt`, "text/plain")}>
          <Icon name="download" /> {t.replay.notation}
        </button>
        <output aria-live="polite">{said}</output>
      </div>
    </details>
  );
}
