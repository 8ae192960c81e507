import type { SeriesFinding } from "@cliffhanger/contract/console/series";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { formText } from "../../lib/form-text.ts";
import { useMay } from "../../lib/me.ts";
import { isMessage, t } from "../../lib/messages.ts";
import { useAct } from "../../lib/use-act.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel, PanelFoot } from "../../ui/panel.tsx";
import styles from "./series-page.module.css";

/** What must be mended or accepted before a series goes live. */
export function Findings({
  seriesId,
  findings,
  closeGaps,
}: {
  seriesId: string;
  findings: readonly SeriesFinding[];
  /** Numbers the episodes without a gap; null where viewers know their numbers. */
  closeGaps: (() => void) | null;
}) {
  const mayWrite = useMay("series.write");
  const open = findings.filter(({ accepted }) => accepted === null);
  const accepted = findings.filter((finding) => finding.accepted !== null);
  return (
    <Panel title={t("findings.title", { count: open.length })}>
      {open.length === 0 && (
        <p className={styles.finding}>
          <CircleCheck size={17} className={styles.green} aria-hidden />
          {t("findings.none")}
        </p>
      )}
      <ul className={styles.findings} aria-label={t("findings.title", { count: open.length })}>
        {open.map((finding) => (
          <Finding key={finding.key} seriesId={seriesId} finding={finding} />
        ))}
      </ul>
      {mayWrite && closeGaps && open.some(({ kind }) => kind === "gap") && (
        <PanelFoot>
          <Button variant="default" size="compact-sm" onClick={closeGaps}>
            {t("findings.closeGaps")}
          </Button>
        </PanelFoot>
      )}
      {accepted.length > 0 && (
        <details className={styles.accepted}>
          <summary>{t("findings.accepted", { count: accepted.length })}</summary>
          <ul>
            {accepted.map((finding) => (
              <li key={finding.key}>
                {words(finding)}{" "}
                <span className={styles.quiet}>
                  {t("findings.because", { by: finding.accepted?.by ?? "–", word: finding.accepted?.word })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function Finding({ seriesId, finding }: { seriesId: string; finding: SeriesFinding }) {
  const client = useQueryClient();
  const mayWrite = useMay("series.write");
  const [asks, setAsks] = useState(false);
  const act = useAct();
  const isError = finding.severity === "error";
  const Icon = isError ? CircleX : TriangleAlert;
  return (
    <li className={styles.finding}>
      <Icon size={17} className={isError ? styles.red : styles.amber} aria-hidden />
      <div className={styles.findingWords}>
        <p>{words(finding)}</p>
        {asks && (
          <form
            className={styles.accept}
            onSubmit={(event) => {
              event.preventDefault();
              const word = formText(event.currentTarget, "word");
              void act.run(async () => {
                await call("POST /api/console/series/accept", { id: seriesId, key: finding.key, word });
                await client.invalidateQueries({ queryKey: ["series", "episodes", seriesId] });
              });
            }}
          >
            <TextInput
              name="word"
              size="xs"
              label={t("findings.why")}
              minLength={3}
              maxLength={300}
              required
              data-autofocus
              error={act.fields.word}
            />
            <Button type="submit" size="xs" loading={act.busy}>
              {t("findings.accept")}
            </Button>
          </form>
        )}
        <Failure text={act.failure} />
      </div>
      {!isError && mayWrite && !asks && (
        <Button variant="default" size="compact-sm" onClick={() => setAsks(true)}>
          {t("findings.ask")}
        </Button>
      )}
    </li>
  );
}

function words({ kind, number, more }: SeriesFinding): string {
  const code = `language.${more}`;
  return t(`finding.${kind}`, { number, more: isMessage(code) ? t(code) : more });
}
