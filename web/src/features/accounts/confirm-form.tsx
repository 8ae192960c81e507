import type { User } from "@cliffhanger/contract";
import { useMessages } from "../../lib/use-language.ts";
import { PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

interface ConfirmFormProps {
  member: User;
  submit: string;
  deed: (password: string) => Promise<void>;
}

/** Has the password again before something grave; an account without one only the button. */
export function ConfirmForm({ member, submit, deed }: ConfirmFormProps) {
  const t = useMessages();
  const known = member.signIn.password;
  const prompt = t("account.prompts.password");
  const submission = useSubmit(known ? { password: prompt } : {}, ["password"], ({ password = "" }) =>
    deed(password),
  );
  return (
    <Form submission={submission} submit={submit}>
      {known ? (
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
