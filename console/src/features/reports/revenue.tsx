import { revenueGroups } from "@cliffhanger/contract/console/report-kinds";
import type { ReportSums, RevenueReport } from "@cliffhanger/contract/console/reports";
import { Select } from "@mantine/core";
import { formatAmount } from "../../lib/amount.ts";
import { t } from "../../lib/messages.ts";
import { formatDate } from "../../lib/time.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel, PanelFoot } from "../../ui/panel.tsx";
import { drawnDays } from "./days.ts";
import { DaysChart, Legend } from "./picture.tsx";
import type { ChangeAddress } from "./report-address.ts";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";

const fields = ["sales", "refunds", "disputes", "fees", "exchanged", "net"] as const;

/** What was sold, given back and kept: as the ledger has it, each currency by itself. */
export function Revenue({ report, change }: { report: RevenueReport; change: ChangeAddress }) {
  const { totals, days, rows, rest, by, unknownFees } = report;
  const shown = rest
    ? [...rows, { key: "rest", label: t("reports.revenue.rest", { count: rest.groups }), sums: rest.sums }]
    : rows;
  if (totals.length === 0) return <Empty text={t("reports.revenue.empty")} />;
  return (
    <>
      {totals.map((total) => (
        <Panel key={total.currency} title={t("reports.revenue.in", { currency: total.currency })}>
          <Figures total={total} />
          <Legend names={[t("reports.sums.net"), t("reports.sums.sales")]} />
          <DaysChart
            label={t("reports.revenue.picture", { currency: total.currency })}
            format={(value) => formatAmount(value, total.currency)}
            lines={(["net", "sales"] as const).map((field) => ({
              name: t(`reports.sums.${field}`),
              days: drawnDays(report, valuesOf(days, total.currency, field)),
            }))}
          />
        </Panel>
      ))}
      <Panel
        title={t(`reports.split.${by}`)}
        hint={unknownFees > 0 ? t("reports.unknownFees", { count: unknownFees }) : t("reports.revenue.equal")}
        acts={
          <Select
            aria-label={t("reports.split")}
            data={revenueGroups.map((value) => ({ value, label: t(`reports.split.${value}`) }))}
            value={by}
            allowDeselect={false}
            onChange={(split) => change({ split: split === "day" ? null : split })}
          />
        }
      >
        <ReportTable
          label={t(`reports.split.${by}`)}
          columns={[
            { head: t(`reports.split.${by}`) },
            { head: t("reports.currency") },
            ...fields.map((field) => ({ head: t(`reports.sums.${field}`), isNumber: true })),
          ]}
          list={shown.flatMap(({ key, label, sums }) =>
            sums.map((of) => ({
              key: `${key} ${of.currency}`,
              cells: [
                by === "day" ? formatDate(label) : label,
                of.currency,
                ...fields.map((field) => formatAmount(of[field], of.currency)),
              ],
            })),
          )}
        />
        <PanelFoot>
          <p>{t("reports.revenue.words")}</p>
        </PanelFoot>
      </Panel>
    </>
  );
}

function Figures({ total }: { total: ReportSums }) {
  return (
    <dl className={styles.figures}>
      {fields
        .filter((field) => field !== "exchanged" || total.exchanged !== 0)
        .map((field) => (
          <div key={field}>
            <dt>{t(`reports.sums.${field}`)}</dt>
            <dd>{formatAmount(total[field], total.currency)}</dd>
          </div>
        ))}
    </dl>
  );
}

function valuesOf(
  days: RevenueReport["days"],
  currency: string,
  field: "net" | "sales",
): ReadonlyMap<string, number> {
  return new Map(
    days.map(({ day, sums }) => [day, sums.find((of) => of.currency === currency)?.[field] ?? 0]),
  );
}
