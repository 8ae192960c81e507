import type { User } from "@cliffhanger/contract";
import { fetchFile, save } from "../../lib/download.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Card, Unfolded } from "./card.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

/** Everything that is kept about the member, as a file. */
export function ExportCard({ member }: { member: User }) {
  const t = useMessages();
  return (
    <Card heading={t("person.export")} text={t("person.exportText")}>
      <Unfolded label={t("person.exportStart")}>
        {(close) => (
          <ConfirmForm
            member={member}
            submit={t("person.exportDo")}
            deed={async (password) => {
              save(await fetchFile("POST /api/user/export", { password }, { quiet: true }));
              showToast(t("person.exportDone"));
              close();
            }}
          />
        )}
      </Unfolded>
    </Card>
  );
}
