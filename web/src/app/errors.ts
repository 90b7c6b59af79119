import type { Texts } from "../i18n";
import { Refusal } from "../net/api";

/** A refusal in the person's own language; what we have no words for is said as the server did. */
export function errorText(t: Texts, problem: unknown): string {
  const { errors, reasons } = t.common;
  if (!(problem instanceof Refusal)) return errors.failed;
  const reason = problem.why && ((reasons as Readonly<Record<string, string>>)[problem.why.code] ?? problem.message);
  if (reason) return reason;
  const known = (errors as Readonly<Record<string, string>>)[problem.code];
  // What is wrong with a board or a record only the server knows.
  if (problem.code === "refused" && problem.message) return `${known} ${problem.message}`;
  return known ?? (problem.message || errors.refused);
}
