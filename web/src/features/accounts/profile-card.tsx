import type { User } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { userQuery } from "../../lib/user.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Card } from "./card.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

/** Renders the member's display name and the account's address. */
export function ProfileCard({ member }: { member: User }) {
  const t = useMessages();
  const language = useLanguage();
  const client = useQueryClient();
  const submission = useSubmit({}, ["displayName"], async ({ displayName = "" }) => {
    const user = await call("POST /api/user/profile", { displayName: displayName.trim() }, { quiet: true });
    client.setQueryData(userQuery(language).queryKey, user);
    showToast(t("person.saved"));
  });
  return (
    <Card heading={t("person.profile")}>
      <dl className="mb-5">
        <dt className="text-sm font-medium">{t("account.email")}</dt>
        <dd className="mt-0.5 wrap-anywhere text-muted">{member.email}</dd>
      </dl>
      <Form submission={submission} submit={t("person.save")} shape="quiet">
        <TextField
          name="displayName"
          label={t("person.name")}
          hint={t("person.nameHint")}
          autoComplete="nickname"
          enterKeyHint="done"
          maxLength={60}
          defaultValue={member.displayName ?? ""}
          fault={submission.fault?.fields["displayName"]}
        />
      </Form>
    </Card>
  );
}
