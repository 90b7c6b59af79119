import type { ReactElement } from "react";
import { useTexts } from "../i18n";
import { Message } from "./Message";

/** Where a whole page has failed: what a match needs is with the server, so a look from the start helps. */
export function Broken(): ReactElement {
  const t = useTexts();
  return (
    <Message title={t.common.broken} text={t.common.brokenHow} home>
      <button type="button" className="button button-main" onClick={() => location.reload()}>
        {t.common.again}
      </button>
    </Message>
  );
}
