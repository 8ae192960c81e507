import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { changeUser } from "../../lib/session.ts";
import { useMessages } from "../../lib/use-language.ts";
import { PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

interface NewPasswordFormProps {
  /** The code from the email's link; it works once. */
  code: string;
  onSet: () => void;
  /** Called when the code is used or expired: another email is needed. */
  onSpent: () => void;
}

/** Renders the form that sets a new password with the emailed code; it ends every session of the account (R18). */
export function NewPasswordForm({ code, onSet, onSpent }: NewPasswordFormProps) {
  const t = useMessages();
  const client = useQueryClient();
  const prompts = {
    password: t("account.prompts.password"),
    repeatPassword: t("account.prompts.repeatPassword"),
  };
  const submission = useSubmit(
    prompts,
    ["password", "repeatPassword"],
    async ({ password = "", repeatPassword = "" }) => {
      await call("POST /api/user/password/reset", { code, password, repeatPassword }, { quiet: true });
      await changeUser(client);
      onSet();
    },
  );
  return (
    <Form
      submission={submission}
      submit={t("reset.set")}
      onward={({ reason }) =>
        reason === "code_invalid" ? (
          <button
            type="button"
            onClick={onSpent}
            className="min-h-11 font-semibold underline underline-offset-4"
          >
            {t("reset.newMail")}
          </button>
        ) : null
      }
    >
      <PasswordField
        fault={submission.fault}
        name="password"
        label={t("account.newPassword")}
        placeholder={prompts.password}
        hint={t("account.rules")}
        first
      />
      <PasswordField
        fault={submission.fault}
        name="repeatPassword"
        label={t("account.repeatPassword")}
        placeholder={prompts.repeatPassword}
        last
      />
    </Form>
  );
}
