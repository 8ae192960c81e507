import { Button } from "@mantine/core";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import type { SeriesFilter } from "./series-filter.ts";
import styles from "./series-list.module.css";
import type { Selection } from "./use-selection.ts";

/** What is selected in the list of series, and what can be done with it. */
export function BulkBar({
  selection,
  filter,
  shown,
  total,
}: {
  selection: Selection;
  filter: SeriesFilter;
  /** How many series the page shows. */
  shown: number;
  /** How many match; null when they are too many for one act. */
  total: number | null;
}) {
  const [, change] = useAddress();
  const mayWrite = useMay("series.write");
  const mayPublish = useMay("series.publish");
  const mayPrice = useMay("price.series");
  const { all, ids, count } = selection;
  if (count === 0) return null;
  const act = (name: string, label: string) => (
    <Button variant="default" size="compact-md" onClick={() => change({ dialog: `bulk-${name}` })}>
      {label}
    </Button>
  );
  const { sort: _sort, ...narrowing } = filter;
  const wanted = all ? narrowing : { ids: [...ids].join(",") };
  const query = new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
  return (
    <section className={styles.bulk} aria-label={t("bulk.label")}>
      <p className={styles.chosen} aria-live="polite">
        {t(all ? "bulk.all" : "bulk.count", { count })}{" "}
        {!all && total !== null && total > shown && ids.size >= shown && (
          <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
            {t("bulk.selectAll", { count: total })}
          </Button>
        )}
      </p>
      <span className={styles.acts}>
        {mayWrite && act("tag", t("bulk.tag"))}
        {mayWrite && act("free", t("bulk.free"))}
        {mayPrice && act("price", t("bulk.price"))}
        {mayPublish && act("withdraw", t("bulk.withdraw"))}
        <Button
          component="a"
          variant="default"
          size="compact-md"
          href={`/api/console/series/export${query === "" ? "" : `?${query}`}`}
          download="series.csv"
        >
          {t("bulk.export")}
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" onClick={selection.clear}>
          {t("bulk.clear")}
        </Button>
      </span>
    </section>
  );
}
