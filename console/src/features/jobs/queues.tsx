import type { JobQueue } from "@cliffhanger/contract/console/jobs";
import { t } from "../../lib/messages.ts";
import { formatSpan } from "../../lib/time.ts";
import { Panel } from "../../ui/panel.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./jobs.module.css";

/** The queues with how much waits, runs and has failed. */
export function Queues({ queues }: { queues: readonly JobQueue[] }) {
  return (
    <Panel title={t("jobs.queues")}>
      <table className={rows.table} aria-label={t("jobs.queues")}>
        <thead>
          <tr>
            <th>{t("jobs.queue")}</th>
            <th>{t("jobs.state.running")}</th>
            <th>{t("jobs.state.waiting")}</th>
            <th>{t("jobs.state.failed")}</th>
            <th>{t("jobs.oldest")}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, running, waiting, failed, held, oldestSeconds }) => (
            <tr key={name}>
              <td>{t(`jobs.queue.${name}`)}</td>
              <td>
                <span className={rows.label}>{t("jobs.state.running")} </span>
                {running}
              </td>
              <td>
                <span className={rows.label}>{t("jobs.state.waiting")} </span>
                {waiting}
                {held > 0 && ` · ${t("jobs.held", { count: held })}`}
              </td>
              <td className={failed > 0 ? styles.failed : undefined}>
                <span className={rows.label}>{t("jobs.state.failed")} </span>
                {failed}
              </td>
              <td className={rows.muted}>
                <span className={rows.label}>{t("jobs.oldest")} </span>
                {waiting > 0 ? formatSpan(oldestSeconds) : "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
