import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { Agreement } from "./agreement.tsx";
import { FacebookLink } from "./facebook.tsx";
import { EmailField, PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { withReturn } from "./return-to.ts";
import { useAccount } from "./use-account.ts";
import { useSubmit } from "./use-submit.ts";

interface JoinFormProps {
  /** The address to return to after a sign-in that leaves the page. */
  returnTo: string;
  facebook: boolean;
  /** Whether the terms of an account were agreed to before: they are not asked for twice. */
  hasAgreed: boolean;
  /** Called with an account, new or existing; continues and updates the page's user. */
  onJoined: () => Promise<void>;
}

const LINK_CLASSES = "inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4";

/** Renders a short account form within another task: a new account in three fields, or a sign-in to an existing one. */
export function JoinForm({ returnTo, facebook, hasAgreed, onJoined }: JoinFormProps) {
  const t = useMessages();
  const { signIn, register } = useAccount({ leaves: true });
  const [hasAccount, setHasAccount] = useState(false);
  const isAgreementDue = !hasAccount && !hasAgreed;
  const prompts = {
    email: t("account.prompts.email"),
    password: t("account.prompts.password"),
    ...(isAgreementDue ? { agree: t("register.agreeFirst") } : {}),
  };
  const submission = useSubmit(
    prompts,
    ["email", "password", "agree"],
    async ({ email = "", password = "" }) => {
      // The password can be shown, so the form asks for it once.
      if (hasAccount) await signIn(email, password);
      else await register({ email, password, repeatPassword: password });
      await onJoined();
    },
  );
  const { fault } = submission;
  return (
    <div className="space-y-5">
      <Form
        submission={submission}
        submit={t(hasAccount ? "join.signIn" : "join.create")}
        onward={({ reason }) =>
          reason === "register_failed" && !hasAccount ? (
            <button type="button" onClick={() => setHasAccount(true)} className={LINK_CLASSES}>
              {t("login.submit")}
            </button>
          ) : null
        }
      >
        <EmailField fault={fault} first />
        <div>
          <PasswordField
            key={hasAccount ? "known" : "new"}
            fault={fault}
            name="password"
            label={t("account.password")}
            placeholder={prompts.password}
            {...(hasAccount ? {} : { hint: t("account.rules") })}
            known={hasAccount}
            last
          />
          {hasAccount ? (
            <Link
              href={withReturn("/retrievePassword", returnTo)}
              className="-mb-2 ml-auto flex min-h-11 w-fit items-center text-sm text-muted underline underline-offset-4 hover:text-text"
            >
              {t("login.forgot")}
            </Link>
          ) : null}
        </div>
        {isAgreementDue ? <Agreement fault={fault} /> : null}
      </Form>
      {facebook ? <FacebookLink returnTo={returnTo} /> : null}
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
        {t(hasAccount ? "login.newHere" : "register.already")}
        <button type="button" onClick={() => setHasAccount(!hasAccount)} className={LINK_CLASSES}>
          {t(hasAccount ? "login.create" : "login.submit")}
        </button>
      </p>
    </div>
  );
}
