import type { User } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Card, Disclosure } from "./card.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

/** Renders the deletion of the account: what is deleted, what the law requires us to retain, and when. */
export function DeleteCard({ member }: { member: User }) {
  const t = useMessages();
  const client = useQueryClient();
  return (
    <Card heading={t("deletion.card")} text={t("deletion.text")}>
      <ul className="mb-4 list-disc space-y-1 pl-5 text-sm text-muted">
        <li>{t("deletion.goes")}</li>
        <li>{t("deletion.kept")}</li>
      </ul>
      <Disclosure label={t("deletion.start")}>
        {() => (
          <ConfirmForm
            member={member}
            submit={t("deletion.do")}
            onConfirm={async (password) => {
              const { deletesAt } = await call("POST /api/user/delete", { password }, { quiet: true });
              showToast(t("deletion.heading", { date: formatDate(deletesAt) }));
              await client.invalidateQueries({ queryKey: ["GET /api/user"] });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </Disclosure>
    </Card>
  );
}
