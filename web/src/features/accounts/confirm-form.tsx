import type { User } from "@cliffhanger/contract";
import { useMessages } from "../../lib/use-language.ts";
import { PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

interface ConfirmFormProps {
  member: User;
  submit: string;
  onConfirm: (password: string) => Promise<void>;
}

/** Asks for the password before an irreversible action; an account without a password confirms by the button alone. */
export function ConfirmForm({ member, submit, onConfirm }: ConfirmFormProps) {
  const t = useMessages();
  const hasPassword = member.signIn.password;
  const prompt = t("account.prompts.password");
  const submission = useSubmit(hasPassword ? { password: prompt } : {}, ["password"], ({ password = "" }) =>
    onConfirm(password),
  );
  return (
    <Form submission={submission} submit={submit}>
      {hasPassword ? (
        <>
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={member.email ?? ""}
            readOnly
            hidden
          />
          <PasswordField
            fault={submission.fault}
            name="password"
            label={t("account.password")}
            placeholder={prompt}
            known
            last
            first
          />
        </>
      ) : null}
    </Form>
  );
}
