import { type ComponentType, lazy, type ReactElement, Suspense, useMemo } from "react";
import { useTexts } from "../i18n";
import { Broken } from "./Broken";
import { Home } from "./Home";
import { Message } from "./Message";
import { PAGES, type PageProps } from "./pages";
import { parse, useHash } from "./router";
import { Safely } from "./Safely";

/** Each page once, so that coming back does not load it anew. */
const loaded: Record<string, ComponentType<PageProps>> = {};
for (const [name, loader] of Object.entries(PAGES)) if (loader) loaded[name] = lazy(loader);

const TablePage = lazy(() => import("../play/TablePage").then((module) => ({ default: module.TablePage })));

export function App(): ReactElement {
  const place = usePlace();
  // Another address is another try.
  return (
    <Safely key={[place.page, ...place.rest].join("/")} otherwise={() => <Broken />}>
      <Chosen place={place} />
    </Safely>
  );
}

function usePlace(): ReturnType<typeof parse> {
  const hash = useHash();
  return useMemo(() => parse(hash), [hash]);
}

function Chosen({ place }: { place: ReturnType<typeof parse> }): ReactElement {
  const t = useTexts();
  const Page = loaded[place.page];
  if (place.page === "t" && place.rest[0]) {
    return (
      <Suspense fallback={<Message title={t.common.name} text={t.common.connecting} />}>
        <TablePage key={place.rest[0]} table={place.rest[0]} query={place.query} />
      </Suspense>
    );
  }
  if (Page) {
    return (
      <Suspense fallback={<Message title={t.common.name} />}>
        <Page rest={place.rest} query={place.query} />
      </Suspense>
    );
  }
  if (place.page === "" || place.page === "new") return <Home chosen={place.rest[0]} />;
  return <Message title={t.home.notFound} text={t.home.notFoundHow} home />;
}
