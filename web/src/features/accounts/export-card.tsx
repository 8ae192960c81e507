import type { User } from "@cliffhanger/contract";
import { useTranslation } from "react-i18next";
import { fetchFile, save } from "../../lib/download.ts";
import { notify } from "../../lib/notices.ts";
import { Card, Unfolded } from "./card.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

/** Everything that is kept about the member, as a file. */
export function ExportCard({ member }: { member: User }) {
  const { t } = useTranslation();
  return (
    <Card heading={t("person.export")} text={t("person.exportText")}>
      <Unfolded label={t("person.exportStart")}>
        {(close) => (
          <ConfirmForm
            member={member}
            submit={t("person.exportDo")}
            deed={async (password) => {
              save(await fetchFile("POST /api/user/export", { password }, { quiet: true }));
              notify(t("person.exportDone"));
              close();
            }}
          />
        )}
      </Unfolded>
    </Card>
  );
}
