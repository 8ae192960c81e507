import type { User } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Card, Unfolded } from "./card.tsx";
import { PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

/** Changes the password; an account that has none yet, from Facebook, gets its first one. */
export function PasswordCard({ member }: { member: User }) {
  const t = useMessages();
  const known = member.signIn.password;
  return (
    <Card heading={t("account.password")} text={t(known ? "person.passwordText" : "person.noPasswordText")}>
      <Unfolded label={t(known ? "person.changePassword" : "person.setPassword")}>
        {(close) => <ChangeForm member={member} onDone={close} />}
      </Unfolded>
    </Card>
  );
}

function ChangeForm({ member, onDone }: { member: User; onDone: () => void }) {
  const t = useMessages();
  const client = useQueryClient();
  const known = member.signIn.password;
  const prompts = {
    ...(known ? { password: t("account.prompts.password") } : {}),
    newPassword: t("account.prompts.newPassword"),
    repeatPassword: t("account.prompts.repeatPassword"),
  };
  const submission = useSubmit(
    prompts,
    ["password", "newPassword", "repeatPassword"],
    async ({ password = "", newPassword = "", repeatPassword = "" }) => {
      await call("POST /api/user/password", { password, newPassword, repeatPassword }, { quiet: true });
      showToast(t("person.passwordChanged"));
      onDone();
      await client.invalidateQueries({ queryKey: ["GET /api/user"] });
      await client.invalidateQueries({ queryKey: ["GET /api/user/sessions"] });
    },
  );
  const { fault } = submission;
  return (
    <Form submission={submission} submit={t("person.save")}>
      {/* Password managers learn from it whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={member.email ?? ""} readOnly hidden />
      {known ? (
        <PasswordField
          fault={fault}
          name="password"
          label={t("account.currentPassword")}
          placeholder={t("account.prompts.password")}
          known
          first
        />
      ) : null}
      <PasswordField
        fault={fault}
        name="newPassword"
        label={t("account.newPassword")}
        placeholder={prompts.newPassword}
        hint={t("account.rules")}
        first={!known}
      />
      <PasswordField
        fault={fault}
        name="repeatPassword"
        label={t("account.repeatPassword")}
        placeholder={prompts.repeatPassword}
        last
      />
    </Form>
  );
}
