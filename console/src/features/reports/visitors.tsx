import type { PeopleCount } from "@cliffhanger/contract/console/people-count";
import { MAX_COMPARED, visitorGroups } from "@cliffhanger/contract/console/report-kinds";
import type { CampaignsReport, FunnelReport, VisitorRow } from "@cliffhanger/contract/console/reports";
import { Checkbox, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { formatAmount, formatPeople } from "../../lib/amount.ts";
import { formatNumber, t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel, PanelFoot } from "../../ui/panel.tsx";
import { groupWords } from "./group-words.ts";
import { Legend, StepsChart } from "./picture.tsx";
import { type ChangeAddress, type ReportAddress, writeGroups } from "./report-address.ts";
import { ReportTable } from "./report-table.tsx";

const countsOf = (row: VisitorRow): PeopleCount[] => [
  row.visitors,
  row.watched,
  ...row.reached,
  row.paywall,
  row.checkout,
  row.paid,
  row.renewed,
];

/** The way of visitors from the first visit to a renewal: all of them, and up to three groups beside. */
export function Funnel({
  report,
  address,
  change,
}: {
  report: FunnelReport;
  address: ReportAddress;
  change: ChangeAddress;
}) {
  const { total, depths, isSummed } = report;
  if (total.visitors === 0 && report.rows.length === 0) return <Empty text={t("reports.funnel.empty")} />;
  const steps = [
    t("reports.step.visitors"),
    t("reports.step.watched"),
    ...depths.map((depth) => t("reports.step.episode", { depth })),
    t("reports.step.paywall"),
    t("reports.step.checkout"),
    t("reports.step.paid"),
    t("reports.step.renewed"),
  ];
  const rows = report.rows.map((row) => ({ ...row, label: groupWords(report.by, row.label) }));
  const drawn = rows.filter(({ key }) => address.groups.includes(key)).slice(0, MAX_COMPARED - 1);
  const shown = [{ ...total, label: t("reports.all") }, ...drawn];
  const toggle = (key: string) => {
    const keys = drawn.map((row) => row.key);
    change({
      groups: writeGroups(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]),
    });
  };
  return (
    <>
      <Panel title={t("reports.funnel.title")} hint={t("reports.funnel.words")}>
        {canShare(total) ? (
          <>
            <Legend names={shown.map(({ label }) => label)} />
            <StepsChart
              label={t("reports.funnel.title")}
              steps={steps}
              groups={shown.map((row) => ({ name: row.label, shares: sharesOf(row) }))}
            />
          </>
        ) : (
          <Empty text={t("reports.funnel.noShares")} />
        )}
      </Panel>
      <Panel
        title={t(`reports.by.${report.by}`)}
        acts={<Grouping by={report.by} change={change} />}
        {...(isSummed && { hint: t("reports.summed") })}
      >
        <ReportTable
          label={t(`reports.by.${report.by}`)}
          columns={[
            { head: t(`reports.by.${report.by}`) },
            ...steps.map((head) => ({ head, isNumber: true })),
          ]}
          list={[
            ...rows.map((row) => ({
              key: row.key,
              cells: [
                <Checkbox
                  key="draw"
                  label={row.label}
                  checked={drawn.some(({ key }) => key === row.key)}
                  disabled={drawn.length >= MAX_COMPARED - 1 && !drawn.some(({ key }) => key === row.key)}
                  onChange={() => toggle(row.key)}
                />,
                ...countsOf(row).map(formatPeople),
              ],
            })),
            { key: "(all)", cells: [t("reports.all"), ...countsOf(total).map(formatPeople)] },
          ]}
        />
      </Panel>
    </>
  );
}

/** Returns whether there are enough visitors to say which share of them went on. */
function canShare({ visitors }: VisitorRow): boolean {
  return typeof visitors === "number" && visitors > 0;
}

function sharesOf(row: VisitorRow): (number | null)[] {
  const { visitors } = row;
  return countsOf(row).map((count) =>
    typeof count !== "number" || typeof visitors !== "number" || visitors === 0
      ? null
      : (100 * count) / visitors,
  );
}

function Grouping({ by, change }: { by: FunnelReport["by"]; change: ChangeAddress }) {
  return (
    <Select
      aria-label={t("reports.by")}
      data={visitorGroups.map((value) => ({ value, label: t(`reports.by.${value}`) }))}
      value={by}
      allowDeselect={false}
      onChange={(next) => change({ by: next === "kind" ? null : next, groups: null })}
    />
  );
}

/** What each group of visitors costs and brings, each currency by itself. */
export function Campaigns({
  report,
  change,
  enterCost,
}: {
  report: CampaignsReport;
  change: ChangeAddress;
  /** The act that enters a cost; absent for whoever may not. */
  enterCost: ReactNode;
}) {
  const { rows, by } = report;
  const list = rows.flatMap((row) => {
    const currencies = [...new Set([...row.sums, ...row.costs].map(({ currency }) => currency))].sort();
    const first = { row, currency: null as string | null };
    return currencies.length === 0 ? [first] : currencies.map((currency) => ({ row, currency }));
  });
  return (
    <Panel
      title={t(`reports.by.${by}`)}
      hint={t("reports.campaigns.words")}
      acts={
        <>
          <Grouping by={by} change={change} />
          {enterCost}
        </>
      }
    >
      {rows.length === 0 ? (
        <Empty text={t("reports.funnel.empty")} />
      ) : (
        <ReportTable
          label={t(`reports.by.${by}`)}
          columns={[
            { head: t(`reports.by.${by}`) },
            ...(["visitors", "paywall", "paid", "renewed"] as const).map((step) => ({
              head: t(`reports.step.${step}`),
              isNumber: true,
            })),
            { head: t("reports.campaigns.cost"), isNumber: true },
            { head: t("reports.sums.net"), isNumber: true },
            { head: t("reports.campaigns.return"), isNumber: true },
          ]}
          list={list.map(({ row, currency }) => ({
            key: `${row.key} ${currency}`,
            cells: [
              groupWords(by, row.label),
              ...[row.visitors, row.paywall, row.paid, row.renewed].map(formatPeople),
              ...moneyOf(row, currency),
            ],
          }))}
        />
      )}
      <PanelFoot>
        <p>{t("reports.campaigns.returnWords")}</p>
      </PanelFoot>
    </Panel>
  );
}

function moneyOf(row: CampaignsReport["rows"][number], currency: string | null): string[] {
  if (currency === null) return ["–", "–", "–"];
  const cost = row.costs.find((of) => of.currency === currency)?.amount;
  const net = row.sums.find((of) => of.currency === currency)?.net;
  return [
    cost === undefined ? "–" : formatAmount(cost, currency),
    net === undefined ? "–" : formatAmount(net, currency),
    cost === undefined || net === undefined || cost === 0
      ? "–"
      : formatNumber(net / cost, { maximumFractionDigits: 2 }),
  ];
}
