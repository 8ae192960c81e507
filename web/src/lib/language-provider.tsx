import type { Language } from "@cliffhanger/contract/languages";
import type { i18n } from "i18next";
import { type ReactNode, useMemo } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import type { Translate } from "./messages.ts";
import { LanguageContext } from "./use-language.ts";

/** Gives what is in it the messages and the language of an instance. */
export function LanguageProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <Subscribed>{children}</Subscribed>
    </I18nextProvider>
  );
}

// Subscribes once for the whole page: a subscription in every card would cost more than the card.
function Subscribed({ children }: { children: ReactNode }) {
  const { i18n, t } = useTranslation();
  const language = i18n.language as Language;
  const value = useMemo(() => ({ language, t: t as unknown as Translate }), [language, t]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}
