import type { LedgerReport } from "@cliffhanger/contract/console/reports";
import type { ReactNode } from "react";
import { formatAmount } from "../../lib/amount.ts";
import { isMessage, t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ReportTable } from "./report-table.tsx";

const sums = ["opening", "debit", "credit", "closing"] as const;

/** The accounts of the ledger with what came and went. */
export function Ledger({
  report: { rows },
  exportEntries,
}: {
  report: LedgerReport;
  exportEntries: ReactNode;
}) {
  return (
    <Panel title={t("reports.ledger.title")} hint={t("reports.ledger.words")} acts={exportEntries}>
      {rows.length === 0 ? (
        <Empty text={t("reports.revenue.empty")} />
      ) : (
        <ReportTable
          label={t("reports.ledger.title")}
          columns={[
            { head: t("reports.ledger.account") },
            { head: t("reports.currency") },
            ...sums.map((sum) => ({ head: t(`reports.ledger.${sum}`), isNumber: true })),
          ]}
          list={rows.map((row) => ({
            key: `${row.account} ${row.currency}`,
            cells: [
              nameOf(row.account),
              row.currency,
              ...sums.map((sum) => formatAmount(row[sum], row.currency)),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function nameOf(account: string): string {
  const id = `reports.account.${account}`;
  return isMessage(id) ? t(id) : account;
}
