const rules = new Map<string, Intl.PluralRules>();

/** Returns the name of the value that holds a number's plural form. */
export function pluralFormOf(name: string): string {
  return `${name} form`;
}

/** Adds the plural form of each number in the given language, as `compile-messages.ts` expects it. */
export function withPluralForms(
  values: Readonly<Record<string, unknown>>,
  language: string,
): Record<string, unknown> {
  const forms = Object.entries(values).flatMap(([name, value]) =>
    typeof value === "number" ? [[pluralFormOf(name), rulesOf(language).select(value)]] : [],
  );
  return { ...values, ...Object.fromEntries(forms) };
}

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language);
  if (known) return known;
  const created = new Intl.PluralRules(language);
  rules.set(language, created);
  return created;
}
