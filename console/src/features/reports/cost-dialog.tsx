import type { VisitorGroup } from "@cliffhanger/contract/console/report-kinds";
import { Button, FileInput, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useDialogAct } from "../../lib/use-act.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { readCosts } from "./read-costs.ts";
import styles from "./reports.module.css";

/** Enters what groups of visitors cost: typed, pasted from a sheet, or read from a file. */
export function CostDialog({
  opened,
  by,
  example,
  close,
}: {
  opened: boolean;
  by: VisitorGroup;
  /** A line as it may look, with a group that exists. */
  example: string;
  close: () => void;
}) {
  const [text, setText, clearText] = useDraft(`costs:${by}`);
  const act = useDialogAct(opened);
  const client = useQueryClient();
  const { costs, faults } = readCosts(text);
  const [[field, refused] = []] = Object.entries(act.fields);
  // The server names a cost by its place among those that were sent.
  const line = costs[Number(/^costs\.(\d+)/.exec(field ?? "")?.[1])]?.line;
  const wrong =
    faults.length > 0 && text.trim() !== ""
      ? t("reports.cost.lines", { lines: faults.join(", ") })
      : refused && (line === undefined ? refused : t("reports.cost.line", { line, message: refused }));
  const save = async () => {
    const sent = costs.map(({ line: _line, ...cost }) => ({ ...cost, by }));
    await call("POST /api/console/campaigns/cost", { costs: sent });
    await client.invalidateQueries({ queryKey: ["reports"] });
    showToast(t("reports.cost.saved", { count: sent.length }));
    clearText();
    close();
  };
  return (
    <Dialog opened={opened} title={t("reports.cost.title")} size="38rem" close={close}>
      <form
        className={styles.lines}
        onSubmit={(event) => {
          event.preventDefault();
          void act.run(save);
        }}
      >
        <Textarea
          label={t("reports.cost.text")}
          description={t("reports.cost.words", { example })}
          value={text}
          error={wrong || act.failure}
          rows={8}
          data-autofocus
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            act.reset();
          }}
        />
        <FileInput
          label={t("reports.cost.file")}
          accept=".csv,text/csv,text/plain"
          mt="sm"
          onChange={(file) => void file?.text().then(setText)}
        />
        <Button type="submit" mt="md" loading={act.busy} disabled={costs.length === 0 || faults.length > 0}>
          {t("reports.cost.save", { count: costs.length })}
        </Button>
      </form>
    </Dialog>
  );
}
