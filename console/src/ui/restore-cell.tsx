import { Button } from "@mantine/core";
import { t } from "../lib/messages.ts";
import rows from "./rows.module.css";

/** The last cell of a version: the act that restores it; `restore` null leaves it empty, as for the present version. */
export function RestoreCell({ busy, restore }: { busy: boolean; restore: (() => void) | null }) {
  return (
    <td>
      {restore && (
        <div className={rows.acts}>
          <Button variant="default" size="compact-sm" disabled={busy} onClick={restore}>
            {t("history.restore")}
          </Button>
        </div>
      )}
    </td>
  );
}
