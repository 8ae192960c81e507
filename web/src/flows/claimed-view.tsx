import { useLocation } from "wouter";
import { ClaimedActions } from "../features/accounts/claimed.tsx";
import { Entrance } from "../features/accounts/entrance.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";

/** Renders, in place of a screen, that an account has by now what this browser bought, with the ways to sign in. */
export function ClaimedView({ maskedEmail }: { maskedEmail: string }) {
  const t = useMessages();
  const { name: site, mail } = useSite();
  const [path] = useLocation();
  useDocumentTitle(t("titles.claimed", { site }));
  return (
    <Entrance heading={t("claimed.heading")} text={t("claimed.text", { email: maskedEmail })}>
      <ClaimedActions maskedEmail={maskedEmail} returnTo={path} mail={mail} />
    </Entrance>
  );
}
