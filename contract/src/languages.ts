// No imports here: the browser loads these values without the schema library.

/**
 * Languages of texts, as BCP 47 primary tags; `en` is default and fallback (R9, R101). Search is an exception: functions of
 * the database name its languages, so a new one needs a migration.
 */
export const languages = ["en", "es", "fr", "de", "pt"] as const;

/** A language of the texts. */
export type Language = (typeof languages)[number];

/** The app's own codes (R9): `fy` means French and `dy` German, in storage, cookie and `?lang`. */
export const appLanguages = ["en", "es", "fy", "dy", "pt"] as const;

/** A language code as the app stores it and uses it in addresses. */
export type AppLanguage = (typeof appLanguages)[number];

/** The name of each language in that language, for the language menu. */
export const languageNames: Record<AppLanguage, string> = {
  en: "English",
  es: "Español",
  fy: "Français",
  dy: "Deutsch",
  pt: "Português",
};

const toLanguage: Record<AppLanguage, Language> = { en: "en", es: "es", fy: "fr", dy: "de", pt: "pt" };
const toApp: Record<Language, AppLanguage> = { en: "en", es: "es", fr: "fy", de: "dy", pt: "pt" };

/** Returns the BCP 47 tag of an app code, for `<html lang>` and Intl (never `fy` or `dy`, which are other languages there). */
export function languageOf(code: AppLanguage): Language {
  return toLanguage[code];
}

/** Returns the app's code of a language. */
export function appLanguageOf(language: Language): AppLanguage {
  return toApp[language];
}

/**
 * Parses any spelling in a link, cookie or browser setting (`fy`, `fr`, `fr-CA`, `PT_br`); null for an unsupported
 * language.
 */
export function parseLanguage(tag: string | null | undefined): Language | null {
  if (!tag) return null;
  const primary = tag.trim().toLowerCase().split(/[-_;]/, 1)[0] ?? "";
  if ((languages as readonly string[]).includes(primary)) return primary as Language;
  if ((appLanguages as readonly string[]).includes(primary)) return toLanguage[primary as AppLanguage];
  return null;
}

/** Returns the preferred language of an Accept-Language header (RFC 9110, 12.5.4: order by q), or null. */
export function negotiateLanguage(header: string | null | undefined): Language | null {
  if (!header) return null;
  let best: Language | null = null;
  let bestQ = 0;
  for (const part of header.slice(0, 500).split(",")) {
    const [tag, ...params] = part.split(";");
    const q = params.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find((v) => v !== undefined);
    const weight = q === undefined ? 1 : Number(q);
    const language = parseLanguage(tag);
    if (language && weight > bestQ) {
      best = language;
      bestQ = weight;
    }
  }
  return best;
}
