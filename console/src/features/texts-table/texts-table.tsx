import { Button } from "@mantine/core";
import { Download, FileUp } from "lucide-react";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ImportTexts } from "./import-texts.tsx";
import styles from "./texts-table.module.css";

/** Takes the texts of a series out as a table, and a table in. */
export function TextsTable({
  seriesId,
  isUnsaved,
  readOnly,
}: {
  seriesId: string;
  /** Whether the page has changes that a table would not know. */
  isUnsaved: boolean;
  readOnly: boolean;
}) {
  const [params, change] = useAddress();
  const close = () => change({ dialog: null }, { replace: true });
  return (
    <div className={styles.bar}>
      <Button
        component="a"
        variant="default"
        size="compact-md"
        leftSection={<Download size={15} aria-hidden />}
        href={`/api/console/texts/export?id=${seriesId}`}
        download="texts.csv"
      >
        {t("table.export")}
      </Button>
      {!readOnly && (
        <>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<FileUp size={15} aria-hidden />}
            onClick={() => change({ dialog: "table" })}
          >
            {t("table.import")}
          </Button>
          <Dialog
            opened={params.get("dialog") === "table"}
            title={t("table.title")}
            size="52rem"
            close={close}
          >
            <ImportTexts isUnsaved={isUnsaved} close={close} />
          </Dialog>
        </>
      )}
    </div>
  );
}
