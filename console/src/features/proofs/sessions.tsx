import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { ActsHead } from "../../ui/acts-head.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import { Skeletons } from "../../ui/skeletons.tsx";

const key = ["sessions"];

/** The devices on which this operator is signed in. */
export function Sessions() {
  const client = useQueryClient();
  const act = useAct();
  const query = useQuery({ queryKey: key, queryFn: () => call("GET /api/console/me/sessions") });
  const end = (which: { id: string } | { others: true }) =>
    act.run(async () => {
      putAnswer(client, key, await call("POST /api/console/me/sessions/end", which));
      showToast(t("sessions.ended"));
    });
  const hasOthers = query.data?.sessions.some(({ current }) => !current) ?? false;
  return (
    <Panel
      title={t("sessions.title")}
      acts={
        hasOthers && (
          <Button variant="default" size="xs" loading={act.busy} onClick={() => end({ others: true })}>
            {t("sessions.endOthers")}
          </Button>
        )
      }
    >
      <Failure text={act.failure} />
      <Loadable query={query} skeleton={<Skeletons rows={2} />}>
        {({ sessions }) => (
          <table className={rows.table}>
            <thead>
              <tr>
                <th>{t("sessions.device")}</th>
                <th>{t("sessions.network")}</th>
                <th>{t("sessions.since")}</th>
                <th>{t("sessions.lastUse")}</th>
                <ActsHead />
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ id, current, device, network, createdAt, lastSeenAt }) => (
                <tr key={id}>
                  <td className={rows.wide}>
                    <span className={rows["with-icon"]}>
                      <MonitorSmartphone size={17} aria-hidden />
                      <strong>{device}</strong>
                      {current && <Mark tone="green">{t("sessions.this")}</Mark>}
                    </span>
                  </td>
                  <td className={rows.muted}>
                    <span className={rows.label}>{t("sessions.network")}</span>
                    {network}
                  </td>
                  <td className={rows.muted} title={formatFull(createdAt)}>
                    <span className={rows.label}>{t("sessions.since")}</span>
                    {formatPast(createdAt)}
                  </td>
                  <td className={rows.muted} title={formatFull(lastSeenAt)}>
                    <span className={rows.label}>{t("sessions.lastUse")}</span>
                    {formatPast(lastSeenAt)}
                  </td>
                  <td>
                    {!current && (
                      <div className={rows.acts}>
                        <RowButton act={t("sessions.end")} row={device} onClick={() => end({ id })} />
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loadable>
    </Panel>
  );
}
