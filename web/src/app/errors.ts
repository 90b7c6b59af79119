import type { Texts } from "../i18n";
import { Refusal } from "../net/api";

/** A refusal in the person's own language; what we have no words for is said as the server did. */
export function errorText(t: Texts, problem: unknown): string {
  if (!(problem instanceof Refusal)) return t.common.errors.failed;
  const known = t.common.errors as Record<string, string>;
  return known[problem.code] ?? (problem.message || t.common.errors.refused);
}
