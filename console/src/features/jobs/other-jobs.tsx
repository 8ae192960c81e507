import type { JobRow } from "@cliffhanger/contract/console/jobs";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { ActsHead } from "../../ui/acts-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import { CancelJob } from "./cancel-job.tsx";
import { wordsOf } from "./job-words.ts";
import styles from "./jobs.module.css";

const tones = { failed: "red", running: "blue", waiting: "plain" } as const;

/** Mails and uploads that wait, run or have failed for good. */
export function OtherJobs({ jobs }: { jobs: readonly JobRow[] }) {
  const client = useQueryClient();
  const mayAct = useMay("job");
  const [, change] = useAddress();
  const act = useAct();
  const retry = ({ queue, id }: JobRow) =>
    act.run(async () => {
      if (queue === "media.transcode") return;
      putAnswer(client, ["jobs"], await call("POST /api/console/jobs/retry", { queue, id }));
      showToast(t("jobs.retried"));
    });
  return (
    <Panel title={t("jobs.others")} hint={t("jobs.othersHint")}>
      <Failure text={act.failure} />
      {jobs.length === 0 ? (
        <Empty text={t("jobs.noOthers")} />
      ) : (
        <table className={rows.table} aria-label={t("jobs.others")}>
          <thead>
            <tr>
              <th>{t("jobs.what")}</th>
              <th>{t("jobs.state")}</th>
              <th>{t("jobs.since")}</th>
              <ActsHead />
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.id}>
                <td>{wordsOf(job)}</td>
                <td>
                  <span className={styles.words}>
                    <Mark tone={tones[job.state]}>{t(`jobs.state.${job.state}`)}</Mark>
                    {job.sentence !== null && <span>{job.sentence}</span>}
                    {job.attempts > 0 && (
                      <span className={rows.muted}>{t("jobs.attempts", { count: job.attempts })}</span>
                    )}
                  </span>
                </td>
                <td className={rows.muted} title={formatFull(job.createdAt)}>
                  {formatPast(job.createdAt)}
                </td>
                <td>
                  <div className={rows.acts}>
                    {mayAct && job.state === "failed" && (
                      <RowButton act={t("jobs.retry")} row={wordsOf(job)} onClick={() => void retry(job)} />
                    )}
                    {mayAct && job.state === "waiting" && (
                      <RowButton
                        act={t("jobs.cancel")}
                        row={wordsOf(job)}
                        onClick={() => change({ dialog: "cancel", job: job.id })}
                      />
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <CancelJob jobs={jobs} />
    </Panel>
  );
}
