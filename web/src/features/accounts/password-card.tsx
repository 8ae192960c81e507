import type { User } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Card, Disclosure } from "./card.tsx";
import { PasswordField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

/** Changes the password. An account created through Facebook sets its first one here. */
export function PasswordCard({ member }: { member: User }) {
  const t = useMessages();
  const hasPassword = member.signIn.password;
  return (
    <Card
      heading={t("account.password")}
      text={t(hasPassword ? "person.passwordText" : "person.noPasswordText")}
    >
      <Disclosure label={t(hasPassword ? "person.changePassword" : "person.setPassword")}>
        {(close) => <ChangeForm member={member} onDone={close} />}
      </Disclosure>
    </Card>
  );
}

function ChangeForm({ member, onDone }: { member: User; onDone: () => void }) {
  const t = useMessages();
  const client = useQueryClient();
  const hasPassword = member.signIn.password;
  const prompts = {
    ...(hasPassword ? { password: t("account.prompts.password") } : {}),
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
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={member.email ?? ""} readOnly hidden />
      {hasPassword ? (
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
        first={!hasPassword}
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
