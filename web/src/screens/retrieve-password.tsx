import { CircleCheck, MailX } from "lucide-react";
import { useState } from "react";
import { AskLinkForm } from "../features/accounts/ask-link-form.tsx";
import { Aside, Entrance } from "../features/accounts/entrance.tsx";
import { NewPasswordForm } from "../features/accounts/new-password-form.tsx";
import { requestedReturn, withReturn } from "../features/accounts/return-to.ts";
import { useSite } from "../features/site/site-context.ts";
import { useCodeInAddress } from "../lib/use-code-in-address.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { useOwnSearch } from "../lib/use-own-search.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/retrievePassword` (R18): requests the email, and with its `code` sets a new password. */
export function RetrievePasswordScreen() {
  const t = useMessages();
  const site = useSite();
  const returnTo = requestedReturn(useOwnSearch());
  const [code, setCode] = useCodeInAddress();
  const [done, setDone] = useState(false);
  useDocumentTitle(t("titles.retrievePassword", { site: site.name }));
  const login = withReturn("/login", returnTo);

  if (done) {
    return (
      <Message
        level="h1"
        icon={<CircleCheck aria-hidden className="size-7" />}
        title={t("reset.doneHeading")}
      >
        <p role="status">{t("reset.doneText")}</p>
        <ButtonLink shape="primary" href={login}>
          {t("login.submit")}
        </ButtonLink>
      </Message>
    );
  }
  if (code) {
    return (
      <Entrance heading={t("reset.newHeading")} text={t("reset.newText")}>
        <NewPasswordForm code={code} onSet={() => setDone(true)} onSpent={() => setCode(null)} />
      </Entrance>
    );
  }
  if (!site.mail) return <NoMail email={site.seller.email} />;
  return (
    <Entrance heading={t("reset.heading")} text={t("reset.text")}>
      <AskLinkForm purpose="password" />
      <Aside question={t("reset.remembered")} href={login} link={t("login.submit")} />
    </Entrance>
  );
}

function NoMail({ email }: { email: string }) {
  const t = useMessages();
  return (
    <Message level="h1" icon={<MailX aria-hidden className="size-7" />} title={t("reset.noMailHeading")}>
      <p>{t(email ? "reset.noMailWrite" : "reset.noMailText")}</p>
      {email ? (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-text underline underline-offset-4"
        >
          {email}
        </a>
      ) : (
        <ButtonLink shape="quiet" href="/contactUs">
          {t("my.contact")}
        </ButtonLink>
      )}
    </Message>
  );
}
