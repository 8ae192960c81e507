import type { MessageId } from "../../lib/messages.ts";
import { useMessages } from "../../lib/use-language.ts";
import { useOwnSearch } from "../../lib/use-own-search.ts";
import { VIA_FACEBOOK, visitStore } from "../../lib/visit-storage.ts";
import { withReturn } from "./return-to.ts";

/**
 * Renders the sign-in through Facebook, where the site offers it (R5). It is a full load, because the server runs the
 * OAuth flow.
 */
export function FacebookLink({ returnTo }: { returnTo: string }) {
  const t = useMessages();
  return (
    <>
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("login.or")}
      </p>
      <a
        href={withReturn("/api/user/facebook", returnTo)}
        onClick={() => visitStore.set(VIA_FACEBOOK, "1")}
        className="flex min-h-13 items-center justify-center gap-2.5 rounded-lg bg-[#166fe5] px-6 py-2 font-semibold text-white"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="currentColor">
          <path d="M24 12a12 12 0 1 0-13.9 11.9v-8.4H7.1V12h3V9.4c0-3 1.8-4.7 4.6-4.7 1.3 0 2.7.2 2.7.2v3h-1.6c-1.5 0-1.9.9-1.9 1.9V12h3.3l-.5 3.5h-2.8v8.4A12 12 0 0 0 24 12Z" />
        </svg>
        {t("login.facebook")}
      </a>
    </>
  );
}

const messages: Record<string, MessageId> = {
  facebook_cancelled: "login.trouble.cancelled",
  facebook_denied: "login.trouble.cancelled",
  facebook_email: "login.trouble.noEmail",
};

/** Returns the message for a sign-in through Facebook that failed, by the address; null without an error. */
export function facebookErrorOf(search: string): MessageId | null {
  const error = new URLSearchParams(search).get("error") ?? "";
  if (!error.startsWith("facebook_")) return null;
  return messages[error] ?? "login.trouble.failed";
}

/** Renders that message above the form. */
export function FacebookError() {
  const t = useMessages();
  const error = facebookErrorOf(useOwnSearch());
  if (!error) return null;
  return (
    <p role="alert" className="rounded-lg border border-accent bg-surface px-4 py-3 text-sm">
      {t(error)}
    </p>
  );
}
