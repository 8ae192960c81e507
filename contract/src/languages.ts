// No imports here: the browser takes these values as they are, without the schema library.

/**
 * Languages of texts, as BCP 47 primary tags; `en` is default and fallback (R9, R101). Search is an exception: functions of
 * the database name its languages, so a new one needs a migration.
 */
export const languages = ["en", "es", "fr", "de", "pt"] as const;

/** A language that texts are written in. */
export type Language = (typeof languages)[number];

/** The app's own codes (R9): `fy` means French and `dy` German, in storage, cookie and `?lang`. */
export const appLanguages = ["en", "es", "fy", "dy", "pt"] as const;

/** A language code as the app stores and shows it in addresses. */
export type AppLanguage = (typeof appLanguages)[number];

/** What a speaker calls the language; the chooser shows these. */
export const languageNames: Record<AppLanguage, string> = {
  en: "English",
  es: "Español",
  fy: "Français",
  dy: "Deutsch",
  pt: "Português",
};

const toLanguage: Record<AppLanguage, Language> = { en: "en", es: "es", fy: "fr", dy: "de", pt: "pt" };
const toApp: Record<Language, AppLanguage> = { en: "en", es: "es", fr: "fy", de: "dy", pt: "pt" };

/** The BCP 47 tag of an app code: what `<html lang>` and Intl may see (never `fy` or `dy`, which mean others there). */
export function languageOf(code: AppLanguage): Language {
  return toLanguage[code];
}

/** The app's code for a language. */
export function appLanguageOf(language: Language): AppLanguage {
  return toApp[language];
}

/** Reads any spelling a link, cookie or browser may send (`fy`, `fr`, `fr-CA`, `PT_br`); null when it is none of ours. */
export function parseLanguage(tag: string | null | undefined): Language | null {
  if (!tag) return null;
  const primary = tag.trim().toLowerCase().split(/[-_;]/, 1)[0] ?? "";
  if ((languages as readonly string[]).includes(primary)) return primary as Language;
  if ((appLanguages as readonly string[]).includes(primary)) return toLanguage[primary as AppLanguage];
  return null;
}

/** The best language of an Accept-Language header (RFC 9110, 12.5.4: order by q), else null. */
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
