/** Which games have a tour: those whose words are written. */

const files = import.meta.glob("./texts/tour.*.en.json");

export const TOURS: ReadonlySet<string> = new Set(
  Object.keys(files).map((path) => path.replace(/^.*\/tour\.|\.en\.json$/g, "")),
);
