import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { formatNumber, t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatPast } from "../../lib/time.ts";
import { Empty } from "../../ui/empty.tsx";
import { exportFile } from "../../ui/export-button.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";

const POLL_MS = 5_000;

/** The operator's own exports. */
export function ExportsList() {
  const query = useQuery({
    queryKey: ["exports"],
    queryFn: () => call("GET /api/console/exports"),
    refetchInterval: ({ state }) =>
      state.data?.exports.some((one) => one.state === "waiting" || one.state === "running") ? POLL_MS : false,
  });
  return (
    <Panel title={t("exports.title")} hint={t("exports.hint")}>
      <Loadable query={query} skeleton={<Skeletons rows={4} />}>
        {({ exports }) =>
          exports.length === 0 ? (
            <Empty text={t("exports.empty")} />
          ) : (
            <ReportTable
              label={t("exports.title")}
              columns={[
                { head: t("exports.what") },
                { head: t("exports.made") },
                { head: t("exports.rows"), isNumber: true },
                { head: t("exports.until") },
                { head: t("exports.file") },
              ]}
              list={exports.map(({ id, kind, state, rows, createdAt, endsAt }) => ({
                key: id,
                cells: [
                  t(`exports.kind.${kind}`),
                  <time key="at" dateTime={createdAt} title={formatFull(createdAt)}>
                    {formatPast(createdAt)}
                  </time>,
                  rows === null ? "–" : formatNumber(rows),
                  formatDay(endsAt),
                  state === "done" ? (
                    <a key="file" className={styles.link} href={exportFile(id)} download>
                      {t("exports.load")}
                    </a>
                  ) : (
                    t(`exports.state.${state}`)
                  ),
                ],
              }))}
            />
          )
        }
      </Loadable>
    </Panel>
  );
}
