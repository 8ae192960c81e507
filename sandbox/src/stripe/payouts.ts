import { book, rowNow } from "./balance.ts";
import { announce, type Bank, find, mint } from "./bank.ts";
import { putOff } from "./due.ts";
import type { Tree } from "./form.ts";
import { listPage, listShape } from "./lists.ts";
import { display, readCurrency } from "./money.ts";
import { need, type Params } from "./params.ts";
import { invalid, unfit } from "./refusal.ts";
import type { BalanceTransaction } from "./types.ts";

/** The parameters that create a payout. */
export const payoutCreateShape = { amount: "integer", currency: "text", description: "text?" } as const;
/** The parameters of the list of balance rows. */
export const balanceListShape = {
  ...listShape,
  currency: "text",
  payout: "text",
  source: "text",
  type: "text",
} as const;

/** Seconds until a payout arrives at the bank. */
const ARRIVAL_SECONDS = 86_400;

/** A payout to the merchant's bank. */
interface Payout {
  id: string;
  object: "payout";
  amount: number;
  automatic: boolean;
  balance_transaction: string | null;
  created: number;
  currency: string;
  failure_balance_transaction: string | null;
  failure_code: string | null;
  status: "in_transit" | "paid" | "failed";
  [name: string]: unknown;
}

/** Lists rows of the balance. Only an automatic payout has rows of its own. */
export function listRows(bank: Bank, params: Params<typeof balanceListShape>, sent: Tree): object {
  const { currency, payout, source, type } = params;
  if (payout !== undefined && !find<Payout>(bank, "payout", payout).automatic)
    throw invalid(
      "Balance transaction history can only be filtered on automatic transfers, not manual.",
      undefined,
      "payout",
    );
  return listPage<BalanceTransaction>(
    bank.store,
    {
      kind: "balance_transaction",
      keep: (row) =>
        (currency === undefined || row.currency === currency.toLowerCase()) &&
        (payout === undefined || bank.store.get<string>("paid_out", row.id) === payout) &&
        (source === undefined || row.source === source) &&
        (type === undefined || row.type === type),
      show: (row) => rowNow(bank, row),
    },
    "/v1/balance_transactions",
    sent,
  );
}

/** Pays out an amount that the merchant names; Stripe does not say of which rows it consists. */
export function createPayout(bank: Bank, params: Params<typeof payoutCreateShape>): Payout {
  const currency = readCurrency(need(params.currency, "currency"));
  const amount = need(params.amount, "amount");
  if (amount < 1) throw invalid("Invalid positive integer", "parameter_invalid_integer", "amount");
  const left = rowsToPayOut(bank, currency).reduce((sum, { net }) => sum + net, 0);
  if (amount > left)
    throw unfit(
      `You have insufficient funds in your Stripe account for this payout. Your available balance is ${display(left, currency)}.`,
      "balance_insufficient",
    );
  return pay(bank, amount, currency, false);
}

/** Pays out everything that is available in a currency, as Stripe does by itself every day. */
export function payOutAll(bank: Bank, currency: string): Payout {
  const rows = rowsToPayOut(bank, currency);
  const amount = rows.reduce((sum, { net }) => sum + net, 0);
  if (amount < 1) throw unfit(`Nothing is available in ${currency}.`, "balance_insufficient");
  const payout = pay(bank, amount, currency, true);
  for (const { id } of rows) bank.store.put("paid_out", id, payout.id);
  if (payout.balance_transaction !== null) bank.store.put("paid_out", payout.balance_transaction, payout.id);
  return payout;
}

/** Lets a payout arrive at the bank, unless it failed before. */
export function payOut(bank: Bank, id: string): void {
  const payout = find<Payout>(bank, "payout", id);
  if (payout.status === "in_transit")
    announce(bank, "payout.paid", save(bank, { ...payout, status: "paid" }));
}

/** Lets a payout fail: the bank sends the money back, also after it had arrived. */
export function failPayout(bank: Bank, id: string): Payout {
  const payout = find<Payout>(bank, "payout", id);
  if (payout.status === "failed") throw unfit("This payout failed already.");
  const { id: row } = book(bank, {
    type: "payout_failure",
    amount: payout.amount,
    fee: 0,
    currency: payout.currency,
    source: id,
    description: "PAYOUT FAILURE",
  });
  const failed = save(bank, {
    ...payout,
    status: "failed",
    failure_balance_transaction: row,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
  });
  announce(bank, "payout.failed", failed);
  return failed;
}

/** The rows that are available and belong to no automatic payout. */
function rowsToPayOut(bank: Bank, currency: string): BalanceTransaction[] {
  return bank.store
    .list<BalanceTransaction>("balance_transaction")
    .filter((row) => row.currency === currency && rowNow(bank, row).status === "available")
    .filter(({ id }) => bank.store.get<string>("paid_out", id) === undefined);
}

function pay(bank: Bank, amount: number, currency: string, automatic: boolean): Payout {
  const id = mint("po");
  const created = bank.clock.seconds();
  const row = book(bank, {
    type: "payout",
    amount: -amount,
    fee: 0,
    currency,
    source: id,
    description: "STRIPE PAYOUT",
  });
  const payout: Payout = {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created + ARRIVAL_SECONDS,
    automatic,
    balance_transaction: row.id,
    created,
    currency,
    description: automatic ? "STRIPE PAYOUT" : null,
    destination: "ba_1SandboxAccount0000000000",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? "completed" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account",
  };
  save(bank, payout);
  announce(bank, "payout.created", payout);
  putOff(bank, ARRIVAL_SECONDS, { what: "pay_out", of: id });
  return payout;
}

function save(bank: Bank, payout: Payout): Payout {
  bank.store.put("payout", payout.id, payout);
  return payout;
}
