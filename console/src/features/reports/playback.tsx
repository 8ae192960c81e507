import type { PlaybackQuality, PlaybackReport } from "@cliffhanger/contract/console/reports";
import { formatPercent } from "../../lib/amount.ts";
import { formatNumber, t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/panel.tsx";
import { drawnDays } from "./days.ts";
import { DaysChart } from "./picture.tsx";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";

const figures = ["plays", "p50", "p75", "p95", "rebuffering", "leftEarly", "errors"] as const;

/** Playback as browsers measured it. */
export function Playback({ report }: { report: PlaybackReport }) {
  const { all, days, rows, errors } = report;
  if (all.plays === 0 && rows.length === 0) return <Empty text={t("reports.playback.empty")} />;
  const columns = figures.map((figure) => ({ head: t(`reports.quality.${figure}`), isNumber: true }));
  return (
    <>
      <Panel title={t("reports.playback.title")} hint={t("reports.playback.words")}>
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <div key={figure}>
              <dt>{t(`reports.quality.${figure}`)}</dt>
              <dd>{textOf(all, figure)}</dd>
            </div>
          ))}
        </dl>
        <DaysChart
          label={t("reports.playback.picture")}
          format={(ms) => timeOf(ms)}
          lines={[
            {
              name: t("reports.quality.p75"),
              days: drawnDays(report, new Map(days.map(({ day, p75 }) => [day, p75 ?? 0]))),
            },
          ]}
        />
        <ReportTable
          label={t("reports.playback.picture")}
          columns={[{ head: t("reports.split.day") }, ...columns]}
          list={days.toReversed().map((day) => ({
            key: day.day,
            cells: [day.day, ...figures.map((figure) => textOf(day, figure))],
          }))}
        />
      </Panel>
      <Panel title={t("reports.playback.ways")}>
        <ReportTable
          label={t("reports.playback.ways")}
          columns={[
            { head: t("reports.playback.rendition") },
            { head: t("reports.playback.network") },
            ...columns,
          ]}
          list={rows.map((row) => ({
            key: `${row.rendition} ${row.network}`,
            cells: [row.rendition, row.network, ...figures.map((figure) => textOf(row, figure))],
          }))}
        />
      </Panel>
      {errors.length > 0 && (
        <Panel title={t("reports.quality.errors")}>
          <ReportTable
            label={t("reports.quality.errors")}
            columns={[
              { head: t("reports.playback.error") },
              { head: t("reports.playback.count"), isNumber: true },
            ]}
            list={errors.map(({ kind, count }) => ({
              key: kind,
              cells: [kind, formatNumber(count)],
            }))}
          />
        </Panel>
      )}
    </>
  );
}

function textOf(quality: PlaybackQuality, figure: (typeof figures)[number]): string {
  const value = quality[figure];
  if (value === null) return "–";
  if (figure === "plays" || figure === "errors") return formatNumber(value);
  return figure === "rebuffering" || figure === "leftEarly" ? formatPercent(value) : timeOf(value);
}

function timeOf(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
