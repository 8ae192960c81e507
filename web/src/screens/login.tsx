import { Aside, Entrance } from "../features/accounts/entrance.tsx";
import { FacebookError, FacebookLink } from "../features/accounts/facebook.tsx";
import { requestedReturn, withReturn } from "../features/accounts/return-to.ts";
import { SignInForm } from "../features/accounts/sign-in-form.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useLeaveForm } from "../flows/leave-form.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { useOwnSearch } from "../lib/use-own-search.ts";
import { useSignInText } from "./sign-in-text.ts";

/** `/login` (R17): email and password, or Facebook where the site offers it; then back to the earlier screen. */
export function LoginScreen() {
  const t = useMessages();
  const site = useSite();
  const search = useOwnSearch();
  const returnTo = requestedReturn(search);
  const linking = new URLSearchParams(search).get("link") === "facebook";
  const reason = useSignInText(returnTo);
  useDocumentTitle(t("titles.login", { site: site.name }));
  const leave = useLeaveForm();
  return (
    <Entrance
      heading={t(linking ? "login.linkHeading" : "login.heading")}
      text={linking ? t("login.linkText") : (reason ?? t("login.text"))}
    >
      <FacebookError />
      <SignInForm returnTo={returnTo} onSignedIn={leave} />
      {site.facebook && !linking ? <FacebookLink returnTo={returnTo} /> : null}
      <Aside
        question={t("login.newHere")}
        href={withReturn("/register", returnTo)}
        link={t("login.create")}
      />
    </Entrance>
  );
}
