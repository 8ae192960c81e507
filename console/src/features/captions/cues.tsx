import { Button, NumberInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { closeActs, showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./captions.module.css";
import { CueList } from "./cue-list.tsx";
import type { Named } from "./named.ts";

const MAX_SHIFT_MS = 3_600_000;
const STEP_MS = 100;

/** The captions of one episode in one language with their times; they are shifted, replaced and deleted here. */
export function Cues({
  seriesId,
  named: { episode, language },
  readOnly,
  replace,
  close,
}: {
  seriesId: string;
  named: Named;
  readOnly: boolean;
  replace: (file: File) => void;
  close: () => void;
}) {
  const client = useQueryClient();
  const act = useAct();
  const input = useRef<HTMLInputElement>(null);
  const [ms, setMs] = useState(0);
  const { id, number } = episode;
  const queryKey = ["series", "captions", id, language];
  const query = useQuery({ queryKey, queryFn: () => call("GET /api/console/captions", { id, language }) });
  const from = query.data?.file ?? "";
  const words = { number, language: t(`language.${language}`) };
  const refresh = () => client.invalidateQueries({ queryKey: ["series"] });
  const shift = () =>
    act.run(async () => {
      closeActs();
      try {
        putAnswer(client, queryKey, await call("POST /api/console/captions", { id, language, from, ms }));
        setMs(0);
        showToast(t("captions.shifted", { ms }));
      } finally {
        await refresh();
      }
    });
  const remove = () =>
    act.run(async () => {
      try {
        await call("DELETE /api/console/captions", { id, language, from });
        close();
        showToast(t("captions.removed", words), { label: t("undo"), run: () => void undo() });
      } finally {
        await refresh();
      }
    });
  const undo = async () => {
    try {
      const captions = { episode: id, language, file: from };
      await call("POST /api/console/series/undo", { id: seriesId, captions });
      showToast(t("captions.back", words));
    } catch {
      showToast(t("captions.notBack", words));
    }
    await refresh();
  };
  return (
    <div className={styles.dialog}>
      <Loadable query={query} skeleton={<Skeletons rows={8} />}>
        {(captions) => <CueList number={number} captions={captions} ms={ms} />}
      </Loadable>
      {!readOnly && (
        <form
          className={styles.shift}
          onSubmit={(event) => {
            event.preventDefault();
            void shift();
          }}
        >
          <NumberInput
            label={t("captions.shift")}
            description={t("captions.shiftHint")}
            value={ms}
            min={-MAX_SHIFT_MS}
            max={MAX_SHIFT_MS}
            step={STEP_MS}
            allowDecimal={false}
            suffix=" ms"
            error={act.fields["ms"]}
            onChange={(value) => setMs(Number.isInteger(Number(value)) ? Number(value) : 0)}
          />
          <Button type="submit" disabled={ms === 0 || !query.data} loading={act.busy}>
            {t("captions.shiftNow")}
          </Button>
        </form>
      )}
      <Failure text={act.failure} />
      <FileInput ref={input} label={t("captions.file", words)} accept=".vtt,.srt" choose={replace} />
      <DialogActs>
        {!readOnly && (
          <>
            <Button
              color="red"
              variant="light"
              disabled={!query.data || act.busy}
              onClick={() => void remove()}
            >
              {t("captions.delete")}
            </Button>
            <Button variant="default" onClick={() => input.current?.click()}>
              {t("captions.replace")}
            </Button>
          </>
        )}
        <Button variant="default" onClick={close}>
          {t("close")}
        </Button>
      </DialogActs>
    </div>
  );
}
