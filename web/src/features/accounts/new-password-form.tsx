import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { changePerson } from "../../lib/session.ts";
import { useMessages } from "../../lib/use-language.ts";
import { PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

interface NewPasswordFormProps {
  /** What the mail's link brought; it works once. */
  code: string;
  onSet: () => void;
  /** The code is used up or too old: another mail is needed. */
  onSpent: () => void;
}

/** A new password by the mail's code; every session of the account ends with it (R18). */
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
      await changePerson(client);
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
