import type { ConsoleEpisode, ConsoleSeries } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RestoreCell } from "../../ui/restore-cell.tsx";
import rows from "../../ui/rows.module.css";
import { Skeletons } from "../../ui/skeletons.tsx";
import { fieldWords } from "./fields.ts";
import styles from "./series-page.module.css";

const FIELDS_SHOWN = 4;

/** The versions of a series, each of which can be restored. */
export function History({
  series: { id, version, state },
  episodes,
}: {
  series: ConsoleSeries;
  episodes: readonly ConsoleEpisode[];
}) {
  const client = useQueryClient();
  const mayWrite = useMay("series.write");
  const act = useAct("series");
  const query = useQuery({
    queryKey: ["series", "versions", id, version],
    queryFn: () => call("GET /api/console/series/versions", { id }),
  });
  const restore = (wanted: number) =>
    act.run(async () => {
      const restored = await call("POST /api/console/series/restore", { id, version, restore: wanted });
      putAnswer(client, ["series", "one", id], restored);
      showToast(t(state === "live" ? "history.restoredDraft" : "history.restored", { version: wanted }));
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  return (
    <Panel
      title={t("history.title")}
      hint={t("history.hint")}
      acts={
        <Button
          component={Link}
          href={`/log?subjectKind=series&subjectId=${id}`}
          variant="default"
          size="compact-sm"
        >
          {t("history.log")}
        </Button>
      }
    >
      <Failure text={act.fields["order"] ?? act.failure} />
      <Loadable query={query} skeleton={<Skeletons rows={4} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text={t("history.empty")} />
          ) : (
            <table className={rows.table} aria-label={t("history.title")}>
              <tbody>
                {list.map((one) => (
                  <tr key={one.version}>
                    <td className={rows.muted} title={formatFull(one.at)}>
                      {formatPast(one.at)}
                    </td>
                    <td>{one.by ?? "–"}</td>
                    <td>{t(`history.cause.${one.cause}`)}</td>
                    <td className={styles.quiet}>
                      {one.fields
                        .slice(0, FIELDS_SHOWN)
                        .map((path) => fieldWords(path, episodes))
                        .join("; ")}
                      {one.fields.length > FIELDS_SHOWN &&
                        ` ${t("history.more", { count: one.fields.length - FIELDS_SHOWN })}`}
                    </td>
                    <RestoreCell
                      busy={act.busy}
                      restore={mayWrite && one.version !== version ? () => void restore(one.version) : null}
                    />
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loadable>
    </Panel>
  );
}
