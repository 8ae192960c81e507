import { parseLanguage } from "@cliffhanger/contract/languages";
import { NativeSelect } from "@mantine/core";
import { Languages } from "lucide-react";
import { ownNames, takeLanguage } from "../lib/language.ts";
import { language, t } from "../lib/messages.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { showToast } from "../lib/toasts.ts";

/** Chooses the language of this browser, where nobody is signed in yet. */
export function LanguageChoice() {
  return (
    <NativeSelect
      size="xs"
      variant="unstyled"
      aria-label={t("language.label")}
      leftSection={<Languages size={16} aria-hidden />}
      data={ownNames}
      value={language()}
      onChange={(event) => {
        const to = parseLanguage(event.currentTarget.value);
        if (to) takeLanguage(to).catch((error: unknown) => showToast(sentenceOf(error)));
      }}
    />
  );
}
