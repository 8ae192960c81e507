import { Aside, Entrance } from "../features/accounts/entrance.tsx";
import { FacebookLink, FacebookTrouble } from "../features/accounts/facebook.tsx";
import { FacebookAgreementForm } from "../features/accounts/facebook-agreement-form.tsx";
import { RegisterForm } from "../features/accounts/register-form.tsx";
import { askedReturn, withReturn } from "../features/accounts/return-to.ts";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { useOwnSearch } from "../lib/use-own-search.ts";
import { useSignInText } from "./sign-in-text.ts";

/** `/register` (R19): an account by e-mail and password; after a first way through Facebook only the agreement (R5). */
export function RegisterScreen() {
  const t = useMessages();
  const site = useSite();
  const search = useOwnSearch();
  const returnTo = askedReturn(search);
  const viaFacebook = site.facebook && new URLSearchParams(search).get("with") === "facebook";
  const reason = useSignInText(returnTo);
  useDocumentTitle(t("titles.register", { site: site.name }));
  return (
    <Entrance
      heading={t(viaFacebook ? "register.facebookHeading" : "register.heading")}
      text={viaFacebook ? t("register.facebookText") : (reason ?? t("register.text"))}
    >
      <FacebookTrouble />
      {viaFacebook ? <FacebookAgreementForm /> : <RegisterForm returnTo={returnTo} />}
      {site.facebook && !viaFacebook ? <FacebookLink returnTo={returnTo} /> : null}
      <Aside
        question={t("register.already")}
        href={withReturn("/login", returnTo)}
        link={t("login.submit")}
      />
    </Entrance>
  );
}
