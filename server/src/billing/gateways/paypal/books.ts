import { type GatewayBooks, GatewayUnknown, type LineKind, type RemoteLine } from "../../records/gateway.ts";
import { amountOfPaypal } from "../../records/gateway-amounts.ts";
import { type AskPayPal, PayPalRefused } from "./client.ts";
import { BalancesObject, ReportPage } from "./objects.ts";

type Transaction = (typeof ReportPage)["_output"]["transaction_details"][number]["transaction_info"];

const DAY_MS = 86_400_000;
/** A search covers at most 31 days. */
const MAX_WINDOW_MS = 31 * DAY_MS;
/** Below this a window is not divided any more. */
const MIN_WINDOW_MS = 60_000;
const PAGE_SIZE = 500;
const ourId = /^[0-9A-Z]{26}$/;

/** Returns PayPal's own books: its transaction report and balances. */
export function paypalBooks(ask: AskPayPal): GatewayBooks {
  return {
    async readLines(since, now, take) {
      let until = since;
      for (let from = since.getTime(); from < now.getTime(); from += MAX_WINDOW_MS) {
        const to = Math.min(from + MAX_WINDOW_MS, now.getTime());
        until = await readWindow(ask, { from, to }, take);
      }
      // Seconds are whole in the report: one that is not over may get another line.
      return new Date(Math.min(until.getTime(), now.getTime()) - 1000);
    },
    async balances(until) {
      const query = new URLSearchParams({ as_of_time: until.toISOString() });
      const answer = await ask({ method: "GET", path: `/v1/reporting/balances?${query.toString()}` });
      const read = BalancesObject.safeParse(answer);
      if (!read.success) throw new GatewayUnknown("PayPal's answer makes no sense of balances");
      const amounts = read.data.balances.map(({ total_balance: total }) => ({
        currency: total.currency_code,
        amount: signedAmount(total),
      }));
      return { amounts, at: until };
    },
    // Withdrawals are lines of the report, and PayPal does not say of what they consist.
    payouts: async () => [],
    linesOf: async () => [],
  };
}

/** Reads a window, in halves where PayPal has too many transactions for one search. Returns until when it is complete. */
async function readWindow(
  ask: AskPayPal,
  { from, to }: { from: number; to: number },
  take: Parameters<GatewayBooks["readLines"]>[2],
): Promise<Date> {
  let refreshed = from;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read = await readPage(ask, { from, to, page });
    if (read === "too many") {
      if (to - from < MIN_WINDOW_MS)
        throw new GatewayUnknown("PayPal lists too many transactions in a minute");
      const middle = Math.floor((from + to) / 2);
      await readWindow(ask, { from, to: middle }, take);
      return readWindow(ask, { from: middle, to }, take);
    }
    pages = read.total_pages ?? 1;
    refreshed = Date.parse(read.last_refreshed_datetime ?? "") || from;
    await take(read.transaction_details.flatMap(({ transaction_info: one }) => lineOf(one) ?? []));
  }
  return new Date(Math.min(refreshed, to));
}

async function readPage(ask: AskPayPal, { from, to, page }: { from: number; to: number; page: number }) {
  const query = new URLSearchParams({
    start_date: new Date(from).toISOString(),
    end_date: new Date(to).toISOString(),
    fields: "transaction_info",
    page_size: String(PAGE_SIZE),
    page: String(page),
  });
  try {
    const answer = await ask({ method: "GET", path: `/v1/reporting/transactions?${query.toString()}` });
    const read = ReportPage.safeParse(answer);
    if (!read.success) throw new GatewayUnknown("PayPal's report makes no sense");
    return read.data;
  } catch (error) {
    if (error instanceof PayPalRefused && error.issues.includes("RESULTSET_TOO_LARGE")) return "too many";
    throw error;
  }
}

/** Returns the line of a transaction; null for one that has not moved the balance. */
function lineOf(one: Transaction): RemoteLine | null {
  const { transaction_id: id, transaction_status: status, transaction_amount: amount } = one;
  if (!amount || (status !== "S" && status !== "V")) return null;
  const currency = amount.currency_code;
  const gross = signedAmount(amount);
  const fee = one.fee_amount ? signedAmount(one.fee_amount) : 0;
  const kind = kindOf(one.transaction_event_code ?? "", gross);
  const isOfSale = kind === "sale" || kind === "refund" || kind === "refund_failed";
  const paymentId = ourId.test(one.custom_field ?? "") ? (one.custom_field ?? null) : null;
  return {
    remoteId: id,
    kind,
    currency,
    gross,
    fee: fee === 0 ? 0 : -fee,
    at: new Date(one.transaction_initiation_date ?? 0),
    availableOn: null,
    source: isOfSale ? { currency, amount: gross } : null,
    rate: null,
    captureRemoteId: kind === "sale" ? id : (one.paypal_reference_id ?? null),
    sourceId: kind === "refund" ? id : (one.paypal_reference_id ?? null),
    paymentId: kind === "sale" ? paymentId : null,
  };
}

/** Returns an amount that may be negative, as those of reports are. */
function signedAmount({ value, currency_code: currency }: { value: string; currency_code: string }): number {
  const amount = amountOfPaypal(value.replace(/^-/, ""), currency);
  return value.startsWith("-") && amount !== 0 ? -amount : amount;
}

/** Returns what a transaction is by its event code: the group is enough, except among fees and reversals. */
function kindOf(code: string, gross: number): LineKind {
  switch (code.slice(0, 3)) {
    case "T00":
      return gross < 0 ? "other" : "sale";
    case "T01":
      // Of a chargeback, and of a dispute.
      return code === "T0106" || code === "T0114" ? "dispute" : "fee";
    case "T02":
      return "conversion";
    case "T03":
    case "T04":
      return "payout";
    case "T12":
      return "dispute";
    case "T11":
      return reversals[code] ?? "other";
    default:
      return "other";
  }
}

const reversals: Partial<Record<string, LineKind>> = {
  T1100: "refund_failed",
  T1101: "payout_failed",
  T1104: "payout_failed",
  T1106: "refund",
  T1107: "refund",
  T1108: "dispute",
  T1109: "dispute",
  T1110: "dispute",
  T1111: "dispute",
};
