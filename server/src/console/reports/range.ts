import type { ReportHead } from "@cliffhanger/contract";
import { MAX_REPORT_DAYS } from "@cliffhanger/contract";
import { invalid } from "#platform/http/errors";
import { faultAt } from "#platform/said";

/** The days of a report, and the moments between which they lie. */
export interface Range {
  from: Date;
  to: Date;
  zone: string;
  /** All of them, the last one included. */
  days: string[];
  head: Pick<ReportHead, "from" | "to" | "today" | "zone" | "asOf">;
}

const USUAL_DAYS = 28;

/** Returns the range of a query; without days, the last 28 up to today in the zone of the site. */
export function rangeOf(
  query: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: Date,
): Range {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const last = query.to === undefined ? today : dayOf("to", query.to);
  const first =
    query.from === undefined ? last.subtract({ days: USUAL_DAYS - 1 }) : dayOf("from", query.from);
  const count = first.until(last).days + 1;
  if (count < 1) throw invalid([faultAt("from", (t) => t("reportFault.order"))]);
  if (count > MAX_REPORT_DAYS)
    throw invalid([faultAt("from", (t) => t("reportFault.most", { most: MAX_REPORT_DAYS }))]);
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return {
    from: startOf(first),
    to: startOf(last.add({ days: 1 })),
    zone,
    days: Array.from({ length: count }, (_, at) => first.add({ days: at }).toString()),
    head: { from: first.toString(), to: last.toString(), today: today.toString(), zone, asOf: null },
  };
}

/** Returns the range with the moment that the server shows which the report is read from. */
export const at = (range: Range, asOf: Date | null): Range => ({
  ...range,
  head: { ...range.head, asOf: asOf?.toISOString() ?? null },
});

function dayOf(field: string, text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw invalid([faultAt(field, (t) => t("reportFault.day"))]);
  }
}
