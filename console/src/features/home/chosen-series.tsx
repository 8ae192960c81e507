import type { HomeSeries } from "@cliffhanger/contract/console/home";
import { CloseButton, VisuallyHidden } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import { MoveHandle } from "../../ui/move-handle.tsx";
import { Poster } from "../../ui/poster.tsx";
import { SeriesSearch } from "../../ui/series-search.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import styles from "./home.module.css";

/** The series that an operator chose, in their order. The last one stays: a section without any shows nothing. */
export function ChosenSeries({
  ids,
  series,
  change,
}: {
  ids: readonly string[];
  series: readonly HomeSeries[];
  change: (ids: string[]) => void;
}) {
  const of = (id: string) => series.find((one) => one.id === id);
  const nameOf = (id: string) => of(id)?.title ?? id;
  const reorder = useReorder(ids, nameOf, (id, before) => {
    const others = ids.filter((one) => one !== id);
    const at = before === null ? others.length : others.indexOf(before);
    change(others.toSpliced(at, 0, id));
  });
  return (
    <div className={styles.chosen}>
      <ol className={styles.series} aria-label={t("home.chosen")}>
        {ids.map((id) => {
          const one = of(id);
          return (
            <li key={id} className={styles["series-row"]} {...reorder.rowOf(id)}>
              <MoveHandle reorder={reorder} id={id} />
              <Poster image={one?.poster ?? null} size="small" />
              <span className={styles.words}>
                <span>{nameOf(id)}</span>
                {one && one.state !== "live" && (
                  <span className={styles.quiet}>
                    {t("home.hidden", { state: t(`series.state.${one.state}`) })}
                  </span>
                )}
              </span>
              {ids.length > 1 && (
                <CloseButton
                  aria-label={t("home.removeSeries", { title: nameOf(id) })}
                  onClick={() => change(ids.filter((other) => other !== id))}
                />
              )}
            </li>
          );
        })}
      </ol>
      <VisuallyHidden role="status">{reorder.said}</VisuallyHidden>
      <SeriesSearch label={t("home.addSeries")} without={ids} add={(id) => change([...ids, id])} />
    </div>
  );
}
