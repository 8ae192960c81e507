import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useMoving } from "../../lib/use-moving.ts";
import { Bar } from "../../ui/bar.tsx";
import { DialogActs } from "../../ui/dialog.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Mark } from "../../ui/mark.tsx";
import rows from "../../ui/rows.module.css";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./series-list.module.css";

const tones = { done: "green", draft: "blue", unchanged: "plain", failed: "red" } as const;

/** How an act on many series goes: its progress, then how it ended for each. It goes on when the dialog is closed. */
export function BulkProgress({
  id,
  close,
  publish,
}: {
  id: string;
  close: () => void;
  publish: (ids: readonly string[]) => void;
}) {
  const client = useQueryClient();
  const mayPublish = useMay("series.publish");
  const query = useQuery({
    queryKey: ["bulk", id],
    queryFn: () => call("GET /api/console/series/bulk", { id }),
  });
  const isEnded = Boolean(query.data?.endedAt);
  useMoving(!isEnded);
  useEffect(() => {
    if (isEnded) void client.invalidateQueries({ queryKey: ["series"] });
  }, [isEnded, client]);
  return (
    <Loadable query={query} skeleton={<Skeletons rows={4} />}>
      {({ total, counts, rows: list, drafts }) => (
        <div className={styles.stack}>
          <Bar label={t("bulk.progress")} part={total === 0 ? 1 : (total - counts.waiting) / total} />
          <p role="status">
            {isEnded
              ? t("bulk.ended", { ...counts })
              : t("bulk.running", { done: total - counts.waiting, total })}
          </p>
          {isEnded && (
            <div className={styles.results}>
              <table className={rows.table} aria-label={t("bulk.results")}>
                <tbody>
                  {list.map(({ seriesId, title, outcome, sentence }) => (
                    <tr key={seriesId}>
                      <td>
                        <Link href={`/series/${seriesId}`} className={styles.title}>
                          {title}
                        </Link>
                        {sentence !== null && <p className={styles.tags}>{sentence}</p>}
                      </td>
                      <td>
                        <Mark tone={tones[outcome]}>{t(`bulk.outcome.${outcome}`)}</Mark>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {list.length < total && (
                <p className={styles.tags}>{t("bulk.shown", { count: list.length })}</p>
              )}
            </div>
          )}
          <DialogActs>
            <Button variant="default" onClick={close}>
              {t("close")}
            </Button>
            {mayPublish && isEnded && drafts.length > 0 && (
              <Button onClick={() => publish(drafts)}>{t("bulk.publish", { count: drafts.length })}</Button>
            )}
          </DialogActs>
        </div>
      )}
    </Loadable>
  );
}
