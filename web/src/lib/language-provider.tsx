import type { Language } from "@cliffhanger/contract/languages";
import type { i18n } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import { LanguageContext } from "./use-language.ts";

/** Gives what is in it the words and the language of an instance. */
export function LanguageProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <Spoken>{children}</Spoken>
    </I18nextProvider>
  );
}

// Asked once for all: a subscription in every card would cost more than the card.
function Spoken({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return <LanguageContext value={i18n.language as Language}>{children}</LanguageContext>;
}
