import type { Language } from "@cliffhanger/contract/languages";
import type { I18n } from "@lingui/core";
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from "react";
import { translator } from "./messages.ts";
import { LanguageContext } from "./use-language.ts";

/**
 * Provides its children with the messages and the language of an instance. It alone subscribes: a subscription in
 * every card would cost more than the card.
 */
export function LanguageProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const subscribe = useCallback((listener: () => void) => i18n.on("change", listener), [i18n]);
  // Lingui also reports a change when messages are added; the language is then the same, and nothing rerenders.
  const languageNow = () => i18n.locale as Language;
  const language = useSyncExternalStore(subscribe, languageNow, languageNow);
  // A new `t` for each language: a memoised component rerenders only when a value that it uses is new.
  const value = useMemo(() => ({ language, t: translator(i18n) }), [i18n, language]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}
