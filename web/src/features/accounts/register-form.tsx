import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { Agreement } from "./agreement.tsx";
import { EmailField, PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { withReturn } from "./return-to.ts";
import { useAccount } from "./use-account.ts";
import { useSubmit } from "./use-submit.ts";

const fields = ["email", "password", "repeatPassword", "agree"];

/** Renders email, password, repeated password (R44) and the agreement (R50, R51). */
export function RegisterForm({ returnTo }: { returnTo: string }) {
  const t = useMessages();
  const { register } = useAccount();
  const prompts = {
    email: t("account.prompts.email"),
    password: t("account.prompts.password"),
    repeatPassword: t("account.prompts.repeatPassword"),
    agree: t("register.agreeFirst"),
  };
  const submission = useSubmit(prompts, fields, ({ email = "", password = "", repeatPassword = "" }) =>
    register({ email, password, repeatPassword }),
  );
  const { fault } = submission;
  const LINK_CLASSES = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";
  return (
    <Form
      submission={submission}
      submit={t("register.submit")}
      onward={({ reason }) =>
        reason === "register_failed" ? (
          <p className="flex flex-wrap gap-x-5">
            <Link href={withReturn("/login", returnTo)} className={LINK_CLASSES}>
              {t("login.submit")}
            </Link>
            <Link href={withReturn("/retrievePassword", returnTo)} className={LINK_CLASSES}>
              {t("login.forgot")}
            </Link>
          </p>
        ) : null
      }
    >
      <EmailField fault={fault} first />
      <PasswordField
        fault={fault}
        name="password"
        label={t("account.password")}
        placeholder={prompts.password}
        hint={t("account.rules")}
      />
      <PasswordField
        fault={fault}
        name="repeatPassword"
        label={t("account.repeatPassword")}
        placeholder={prompts.repeatPassword}
        last
      />
      <Agreement fault={fault} />
    </Form>
  );
}
