import { checkLedgerDays } from "../accounting/days/sum-days.ts";
import { listBalances, listUnsettled } from "../records/balance/repository.ts";
import { type FindingRow, listFindings } from "../records/findings/repository.ts";
import type { GatewayName } from "../records/gateway.ts";
import { type BooksContext, readBooksNow } from "./read-books.ts";

/** What the books say: three figures for each gateway and currency, and everything that differs. */
export interface BooksCheck {
  /** The gateways that could not be read now; their figures are of the last reading. */
  unread: { gateway: GatewayName; reason: string }[];
  balances: {
    gateway: GatewayName;
    currency: string;
    ledger: number;
    lines: number;
    remote: number;
    at: Date;
  }[];
  unsettled: { currency: string; amount: number; payments: number }[];
  findings: FindingRow[];
  /** How many days of the ledger are summed, and the days and months whose sums differed from it. */
  sums: { days: number; different: string[] };
  isEqual: boolean;
}

/**
 * Reads the gateways' books now, unless `offline`, and compares them with ours: the ledger, our copy of the gateway's lines
 * and its balance must be equal in each currency, and so must the ledger and its sums by day.
 */
export async function checkBooks(
  context: BooksContext,
  { offline = false }: { offline?: boolean } = {},
): Promise<BooksCheck> {
  const unread = offline ? [] : await readBooksNow(context);
  const balances = (await listBalances(context.db)).map((row) => ({
    gateway: row.gateway,
    currency: row.currency,
    ledger: row.ledger_amount,
    lines: row.lines_amount,
    remote: row.gateway_amount,
    at: row.at,
  }));
  const sums = await checkLedgerDays(context.db);
  return {
    unread,
    balances,
    unsettled: await listUnsettled(context.db),
    findings: await listFindings(context.db),
    sums,
    isEqual:
      unread.length === 0 &&
      sums.different.length === 0 &&
      balances.every((one) => one.ledger === one.lines && one.lines === one.remote),
  };
}
