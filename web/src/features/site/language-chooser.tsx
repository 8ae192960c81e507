import {
  type AppLanguage,
  appLanguages,
  languageNames,
  languageOf,
  parseLanguage,
} from "@cliffhanger/contract/languages";
import { Check, Languages } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keepLanguage } from "../../lib/language.ts";
import { switchLanguage } from "../../lib/locales.ts";
import { notify } from "../../lib/notices.ts";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useSite } from "./site-context.ts";

/** The button and sheet that change the language without a reload (R9, R30). */
export function LanguageChooser() {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const current = useLanguage();
  const { languages } = useSite();
  const offered = offeredLanguages(languages);
  if (offered.length < 2) return null;

  async function choose(code: AppLanguage) {
    const language = languageOf(code);
    keepLanguage(language, storage);
    forgetAddressLanguage();
    setOpen(false);
    await switchLanguage(i18n, language).catch(() => notify(t("errors.general")));
  }

  return (
    <>
      <IconButton label={t("site.language")} aria-haspopup="dialog" onClick={() => setOpen(true)} className="-mr-2.5">
        <Languages aria-hidden className="size-6" />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t("site.language")}>
        <ul>
          {offered.map((code) => {
            const chosen = languageOf(code) === current;
            return (
              <li key={code}>
                <button
                  type="button"
                  lang={languageOf(code)}
                  aria-current={chosen ? "true" : undefined}
                  onClick={() => void choose(code)}
                  className="flex min-h-13 w-full items-center justify-between rounded-md px-3 text-left hover:bg-white/5 aria-[current]:font-semibold"
                >
                  {languageNames[code]}
                  {chosen ? <Check aria-hidden className="size-5 text-accent" /> : null}
                </button>
              </li>
            );
          })}
        </ul>
      </Sheet>
    </>
  );
}

function offeredLanguages(site: readonly string[]): readonly AppLanguage[] {
  const offered = appLanguages.filter((code) => site.some((tag) => parseLanguage(tag) === languageOf(code)));
  return offered.length > 0 ? offered : appLanguages;
}

// A `?lang` left in the address would undo the choice at the next reload.
function forgetAddressLanguage(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("lang")) return;
  url.searchParams.delete("lang");
  history.replaceState(history.state, "", url);
}
