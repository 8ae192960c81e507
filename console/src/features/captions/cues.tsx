import type { ConsoleCaptions } from "@cliffhanger/contract/console/captions";
import { Button, NumberInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { closeActs, showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./captions.module.css";
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
        client.setQueryData(queryKey, await call("POST /api/console/captions", { id, language, from, ms }));
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
      <Loadable query={query} skeleton={<Skeletons rows={5} />}>
        {(captions) => <List captions={captions} ms={ms} />}
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

function List({ captions: { cues, duration, language }, ms }: { captions: ConsoleCaptions; ms: number }) {
  const last = Math.max(...cues.map(({ end }) => end)) + ms / 1000;
  return (
    <>
      <p className={styles.quiet}>
        {t("captions.count", { count: cues.length })}
        {duration > 0 && ` ${t("captions.film", { length: timeOf(duration) })}`}
        {duration > 0 && last > duration && (
          <strong className={styles.late}> {t("captions.late", { at: timeOf(last) })}</strong>
        )}
      </p>
      <section
        className={styles.cues}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
        aria-label={t("captions.cues")}
      >
        <ol>
          {cues.map(({ start, end, text }) => (
            <li key={`${start}-${end}-${text}`} data-early={start + ms / 1000 < 0 || undefined}>
              <span className={styles.time}>
                {timeOf(start + ms / 1000)} – {timeOf(end + ms / 1000)}
              </span>
              <span className={styles.text} lang={language}>
                {text}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function timeOf(seconds: number): string {
  const all = Math.round(Math.abs(seconds) * 1000);
  const parts = [Math.floor(all / 60_000), Math.floor(all / 1000) % 60].map((one) => String(one));
  const sign = seconds < 0 ? "−" : "";
  return `${sign}${parts[0]}:${parts[1]?.padStart(2, "0")}.${String(all % 1000).padStart(3, "0")}`;
}
