import type { User } from "@cliffhanger/contract";
import { fetchFile, save } from "../../lib/download.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Card, Disclosure } from "./card.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

/** Renders the export of all data stored about the member, as a file. */
export function ExportCard({ member }: { member: User }) {
  const t = useMessages();
  return (
    <Card heading={t("person.export")} text={t("person.exportText")}>
      <Disclosure label={t("person.exportStart")}>
        {(close) => (
          <ConfirmForm
            member={member}
            submit={t("person.exportDo")}
            onConfirm={async (password) => {
              save(await fetchFile("POST /api/user/export", { password }, { quiet: true }));
              showToast(t("person.exportDone"));
              close();
            }}
          />
        )}
      </Disclosure>
    </Card>
  );
}
