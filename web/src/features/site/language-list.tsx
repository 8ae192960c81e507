import {
  type AppLanguage,
  appLanguages,
  languageNames,
  languageOf,
  parseLanguage,
} from "@cliffhanger/contract/languages";
import { Check } from "lucide-react";
import { call } from "../../lib/api.ts";
import { saveLanguage } from "../../lib/language.ts";
import { switchLanguage } from "../../lib/load-messages.ts";
import { storage } from "../../lib/storage.ts";
import { showToast } from "../../lib/toasts.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";
import { useSite } from "./site-context.ts";

/** Renders the languages that the site offers, each by its own name (R9). */
export function LanguageList({ onChosen }: { onChosen: () => void }) {
  const t = useMessages();
  const current = useLanguage();
  const member = useUser()?.kind === "member";
  const offered = offeredLanguages(useSite().languages);

  async function choose(code: AppLanguage) {
    const language = languageOf(code);
    saveLanguage(language, storage);
    forgetAddressLanguage();
    onChosen();
    // The member's emails use the language too. The page does not wait for that, and switches even if it fails.
    if (member) call("POST /api/user/profile", { language }, { quiet: true }).catch(() => undefined);
    await switchLanguage(language).catch(() => showToast(t("errors.general")));
  }

  return (
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
