import type { Me } from "@cliffhanger/contract/console/operator";
import { appLanguageOf, type Language, languageNames, languages } from "@cliffhanger/contract/languages";
import { language, showLanguage } from "./messages.ts";

/** The languages of the console, each by its own name. */
export const ownNames = languages.map((code) => ({
  value: code,
  label: languageNames[appLanguageOf(code)],
}));

/** Shows the console in a language, and keeps it: the server writes this browser's next document in it. */
export async function takeLanguage(to: Language): Promise<void> {
  await showLanguage(to);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Safari before 18.4.
  document.cookie = `console-language=${to}; Path=/console; Max-Age=31536000; SameSite=Strict${secure}`;
}

/** Shows the console in the language of an operator who chose one. */
export async function showLanguageOf({ operator }: Me): Promise<void> {
  if (operator.language === null || operator.language === language()) return;
  // A console in another language is better than none.
  await takeLanguage(operator.language).catch(() => undefined);
}
