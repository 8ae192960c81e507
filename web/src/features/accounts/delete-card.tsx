import type { User } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Card, Unfolded } from "./card.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

/** Ends the account: what goes, what the law has kept, and from when on. */
export function DeleteCard({ member }: { member: User }) {
  const t = useMessages();
  const client = useQueryClient();
  return (
    <Card heading={t("deletion.card")} text={t("deletion.text")}>
      <ul className="mb-4 list-disc space-y-1 pl-5 text-sm text-muted">
        <li>{t("deletion.goes")}</li>
        <li>{t("deletion.kept")}</li>
      </ul>
      <Unfolded label={t("deletion.start")}>
        {() => (
          <ConfirmForm
            member={member}
            submit={t("deletion.do")}
            deed={async (password) => {
              const { deletesAt } = await call("POST /api/user/delete", { password }, { quiet: true });
              showToast(t("deletion.heading", { date: formatDate(deletesAt) }));
              await client.invalidateQueries({ queryKey: ["GET /api/user"] });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </Unfolded>
    </Card>
  );
}
