import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { Agreement } from "./agreement.tsx";
import { FacebookLink } from "./facebook.tsx";
import { EmailField, PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { usePerson } from "./person.ts";
import { withReturn } from "./return-to.ts";
import { useSubmit } from "./use-submit.ts";

interface JoinFormProps {
  /** Where a way that leaves the page comes back to. */
  returnTo: string;
  facebook: boolean;
  /** There is an account now, new or known: goes on, and sees to it that the page learns who uses it. */
  onJoined: () => Promise<void>;
}

const way = "inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4";

/** An account in the middle of something else: a new one in three fields, or the one that is there already. */
export function JoinForm({ returnTo, facebook, onJoined }: JoinFormProps) {
  const t = useMessages();
  const { signIn, register } = usePerson({ leaves: true });
  const [known, setKnown] = useState(false);
  const prompts = {
    email: t("account.prompts.email"),
    password: t("account.prompts.password"),
    ...(known ? {} : { agree: t("register.agreeFirst") }),
  };
  const submission = useSubmit(
    prompts,
    ["email", "password", "agree"],
    async ({ email = "", password = "" }) => {
      // What was typed can be looked at, so once is enough here.
      if (known) await signIn(email, password);
      else await register({ email, password, repeatPassword: password });
      await onJoined();
    },
  );
  const { fault } = submission;
  return (
    <div className="space-y-5">
      <Form
        submission={submission}
        submit={t(known ? "join.signIn" : "join.create")}
        onward={({ reason }) =>
          reason === "register_failed" && !known ? (
            <button type="button" onClick={() => setKnown(true)} className={way}>
              {t("login.submit")}
            </button>
          ) : null
        }
      >
        <EmailField fault={fault} first />
        <div>
          <PasswordField
            key={known ? "known" : "new"}
            fault={fault}
            name="password"
            label={t("account.password")}
            placeholder={prompts.password}
            {...(known ? {} : { hint: t("account.rules") })}
            known={known}
            last
          />
          {known ? (
            <Link
              href={withReturn("/retrievePassword", returnTo)}
              className="-mb-2 ml-auto flex min-h-11 w-fit items-center text-sm text-muted underline underline-offset-4 hover:text-text"
            >
              {t("login.forgot")}
            </Link>
          ) : null}
        </div>
        {known ? null : <Agreement fault={fault} />}
      </Form>
      {facebook ? <FacebookLink returnTo={returnTo} /> : null}
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
        {t(known ? "login.newHere" : "register.already")}
        <button type="button" onClick={() => setKnown(!known)} className={way}>
          {t(known ? "login.create" : "login.submit")}
        </button>
      </p>
    </div>
  );
}
