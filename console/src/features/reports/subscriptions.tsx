import type { PeopleCount } from "@cliffhanger/contract/console/people-count";
import type { SubscriptionsReport } from "@cliffhanger/contract/console/reports";
import { formatAmount, formatPeople, formatShare } from "../../lib/amount.ts";
import { formatNumber, t } from "../../lib/messages.ts";
import { formatDate } from "../../lib/time.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { drawnDays } from "./days.ts";
import { DaysChart, Legend } from "./picture.tsx";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";

const moves = ["began", "regained", "lostByChoice", "lostByFailure"] as const;
const COHORT_COLUMNS = 12;
/** Every step that is declined and tried no more. */
const NO_MORE = 99;

/** Memberships: what they bring in thirty days, how they begin and end, and how they renew. */
export function Subscriptions({ report }: { report: SubscriptionsReport }) {
  const { monthly, live, days, firstDay } = report;
  if (firstDay === null) return <Empty text={t("reports.subscriptions.empty")} />;
  const countOf = (count: PeopleCount) => (typeof count === "number" ? count : null);
  const currencies = [...new Set(days.flatMap((day) => day.monthly.map(({ currency }) => currency)))].sort();
  return (
    <>
      <Panel title={t("reports.subscriptions.now")} hint={t("reports.subscriptions.monthlyWords")}>
        <dl className={styles.figures}>
          {monthly.map(({ currency, amount }) => (
            <div key={currency}>
              <dt>{t("reports.subscriptions.monthly", { currency })}</dt>
              <dd>{amount === null ? "–" : formatAmount(amount, currency)}</dd>
            </div>
          ))}
          <div>
            <dt>{t("reports.subscriptions.live")}</dt>
            <dd>{formatPeople(live)}</dd>
          </div>
          {moves.map((move) => (
            <div key={move}>
              <dt>{t(`reports.moves.${move}`)}</dt>
              <dd>{formatPeople(report.moves[move])}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {currencies.map((currency) => (
        <Panel key={currency} title={t("reports.subscriptions.monthly", { currency })}>
          <DaysChart
            label={t("reports.subscriptions.monthly", { currency })}
            format={(value) => formatAmount(value, currency)}
            lines={[
              {
                name: currency,
                days: drawnDays(
                  report,
                  new Map(
                    days.flatMap(({ day, monthly: of }) => {
                      const found = of.find((one) => one.currency === currency);
                      return found ? [[day, found.amount] as const] : [];
                    }),
                  ),
                ),
              },
            ]}
          />
        </Panel>
      ))}
      <Panel title={t("reports.subscriptions.moves")}>
        <Legend names={moves.map((move) => t(`reports.moves.${move}`))} />
        <DaysChart
          label={t("reports.subscriptions.moves")}
          format={(value) => formatNumber(value)}
          lines={moves.map((move) => ({
            name: t(`reports.moves.${move}`),
            days: drawnDays(report, new Map(days.map((day) => [day.day, countOf(day[move])]))),
          }))}
        />
        <ReportTable
          label={t("reports.subscriptions.moves")}
          columns={[
            { head: t("reports.split.day") },
            { head: t("reports.subscriptions.live"), isNumber: true },
            ...moves.map((move) => ({ head: t(`reports.moves.${move}`), isNumber: true })),
          ]}
          list={days
            .filter((day) => moves.some((move) => day[move] !== 0) || day.day === report.to)
            .toReversed()
            .map((day) => ({
              key: day.day,
              cells: [
                formatDate(day.day),
                formatPeople(day.live),
                ...moves.map((move) => formatPeople(day[move])),
              ],
            }))}
        />
      </Panel>
      <Cohorts cohorts={report.cohorts} />
      <Dunning dunning={report.dunning} />
    </>
  );
}

function Cohorts({ cohorts }: Pick<SubscriptionsReport, "cohorts">) {
  const most = Math.min(COHORT_COLUMNS, Math.max(0, ...cohorts.map(({ renewals }) => renewals.length)));
  return (
    <Panel title={t("reports.cohorts")} hint={t("reports.cohorts.words")}>
      <ReportTable
        label={t("reports.cohorts")}
        columns={[
          { head: t("reports.cohorts.month") },
          { head: t("reports.moves.began"), isNumber: true },
          ...Array.from({ length: most }, (_, at) => ({
            head: t("reports.cohorts.renewal", { n: at + 1 }),
            isNumber: true,
          })),
        ]}
        list={cohorts.toReversed().map(({ month, began, renewals }) => ({
          key: month,
          cells: [
            month,
            formatPeople(began),
            ...Array.from({ length: most }, (_, at) => {
              const of = renewals[at];
              return of ? formatShare(of.renewed, of.due) : "";
            }),
          ],
        }))}
      />
    </Panel>
  );
}

function Dunning({ dunning }: Pick<SubscriptionsReport, "dunning">) {
  return (
    <Panel title={t("reports.dunning")} hint={t("reports.dunning.words")}>
      {dunning.length === 0 ? (
        <PanelBody>
          <p className={styles.muted}>{t("reports.dunning.empty")}</p>
        </PanelBody>
      ) : (
        <ReportTable
          label={t("reports.dunning")}
          columns={[
            { head: t("reports.dunning.step") },
            { head: t("reports.subscriptions.live"), isNumber: true },
            { head: t("reports.dunning.amount"), isNumber: true },
          ]}
          list={dunning.map(({ step, members, amounts }) => ({
            key: String(step),
            cells: [
              step === NO_MORE ? t("reports.dunning.noMore") : t("reports.dunning.attempts", { count: step }),
              formatPeople(members),
              amounts.map(({ currency, amount }) => formatAmount(amount, currency)).join(" + ") || "–",
            ],
          }))}
        />
      )}
    </Panel>
  );
}
