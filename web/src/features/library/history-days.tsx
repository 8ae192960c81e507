import { useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { byDay } from "./days.ts";
import { HistoryEntry } from "./history-entry.tsx";
import type { HistoryRow } from "./queries.ts";

/** Renders the history grouped by day. */
export function HistoryDays({ rows }: { rows: readonly HistoryRow[] }) {
  const t = useMessages();
  // The date is fixed when the screen opens, even past midnight.
  const [now] = useState(() => new Date());
  return byDay(rows, now).map(({ name, date, entries }) => (
    <section key={date} aria-label={name === "date" ? date : t(`library.${name}`)} className="gutter pb-6">
      <h2 className="mb-2.5 text-sm font-semibold text-muted">
        {name === "date" ? date : t(`library.${name}`)}
      </h2>
      <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2 xl:grid-cols-3">
        {entries.map((row) => (
          <HistoryEntry key={row.series.id} row={row} />
        ))}
      </ul>
    </section>
  ));
}

const positions = [0, 1, 2, 3, 4, 5];

/** Renders the geometry of the history while it loads. */
export function HistoryPending() {
  const t = useMessages();
  return (
    <div className="gutter">
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div aria-hidden className="animate-pulse">
        <span className="mb-2.5 block h-5 w-20 rounded-sm bg-surface" />
        <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2 xl:grid-cols-3">
          {positions.map((position) => (
            <li key={position} className="h-29.5 rounded-md bg-surface" />
          ))}
        </ul>
      </div>
    </div>
  );
}
