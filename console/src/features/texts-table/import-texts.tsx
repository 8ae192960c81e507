import type { TextsEffect } from "@cliffhanger/contract/console/texts";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useRef, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { TextsPreview } from "./texts-preview.tsx";
import styles from "./texts-table.module.css";

const MAX_BYTES = 2 * 1024 * 1024;

interface Chosen {
  name: string;
  table: string;
  effect: TextsEffect;
}

/** Chooses a table, shows what it changes and which rows are left out, and takes it over. */
export function ImportTexts({ isUnsaved, close }: { isUnsaved: boolean; close: () => void }) {
  const client = useQueryClient();
  const act = useAct();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const preview = async (name: string, table: string) => {
    const { effect } = await call("POST /api/console/texts/import", { table, dryRun: true });
    setChosen(effect && { name, table, effect });
  };
  const take = (file: File) =>
    act.run(async () => {
      setChosen(null);
      if (file.size > MAX_BYTES) throw new CallError(400, t("table.tooLarge", { name: file.name }), {});
      await preview(file.name, (await file.text()) || "\n");
    });
  const start = () =>
    act.run(async () => {
      if (!chosen) return;
      const { name, table, effect } = chosen;
      try {
        const { changed } = await call("POST /api/console/texts/import", {
          table,
          ...(effect.hash && { effect: effect.hash }),
        });
        showToast(t("table.done", { count: changed }));
        close();
      } catch (error) {
        // What it would do is another thing now: it is shown again.
        if (error instanceof CallError && error.reason === "changed_meanwhile") await preview(name, table);
        throw error;
      } finally {
        await client.invalidateQueries({ queryKey: ["series"] });
      }
    });
  return (
    <div className={styles.dialog}>
      <p className={styles.quiet}>{t("table.hint")}</p>
      <FileInput
        ref={input}
        label={t("table.choose")}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        choose={(file) => void take(file)}
      />
      <div className={styles.chosen}>
        <Button
          variant={chosen ? "default" : "filled"}
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
          loading={act.busy && !chosen}
          onClick={() => input.current?.click()}
        >
          {t(chosen ? "table.another" : "table.choose")}
        </Button>
        {chosen && <span>{chosen.name}</span>}
      </div>
      {chosen && <TextsPreview effect={chosen.effect} />}
      <Failure text={isUnsaved ? t("table.unsaved") : (act.fields["table"] ?? act.failure)} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          disabled={!chosen?.effect.hash || isUnsaved}
          loading={act.busy && chosen !== null}
          onClick={() => void start()}
        >
          {t("table.start", { count: chosen?.effect.changes ?? 0 })}
        </Button>
      </DialogActs>
    </div>
  );
}
