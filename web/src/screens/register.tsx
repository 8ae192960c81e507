import { Aside, Entrance } from "../features/accounts/entrance.tsx";
import { FacebookError, FacebookLink } from "../features/accounts/facebook.tsx";
import { FacebookAgreementForm } from "../features/accounts/facebook-agreement-form.tsx";
import { RegisterForm } from "../features/accounts/register-form.tsx";
import { requestedReturn, withReturn } from "../features/accounts/return-to.ts";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { useOwnSearch } from "../lib/use-own-search.ts";
import { useSignInText } from "./sign-in-text.ts";

/**
 * `/register` (R19): an account by email and password; after a first sign-in through Facebook only the agreement
 * (R5).
 */
export function RegisterScreen() {
  const t = useMessages();
  const site = useSite();
  const search = useOwnSearch();
  const returnTo = requestedReturn(search);
  const isViaFacebook = site.facebook && new URLSearchParams(search).get("with") === "facebook";
  const reason = useSignInText(returnTo);
  useDocumentTitle(t("titles.register", { site: site.name }));
  return (
    <Entrance
      heading={t(isViaFacebook ? "register.facebookHeading" : "register.heading")}
      text={isViaFacebook ? t("register.facebookText") : (reason ?? t("register.text"))}
    >
      <FacebookError />
      {isViaFacebook ? <FacebookAgreementForm /> : <RegisterForm returnTo={returnTo} />}
      {site.facebook && !isViaFacebook ? <FacebookLink returnTo={returnTo} /> : null}
      <Aside
        question={t("register.already")}
        href={withReturn("/login", returnTo)}
        link={t("login.submit")}
      />
    </Entrance>
  );
}
