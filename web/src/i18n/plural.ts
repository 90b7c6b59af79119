/** "1 trasa, 2 trasy, 5 tras": the right form for a number, and the number itself. */

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function plural(language: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}

export const english = (one: string, other: string): ((count: number) => string) => plural("en", { one, other });

export const polish = (one: string, few: string, many: string): ((count: number) => string) =>
  plural("pl", { one, few, many, other: few });
