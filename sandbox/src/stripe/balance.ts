import { type Bank, mint } from "./bank.ts";
import { feeOf } from "./money.ts";
import { settled } from "./settlement.ts";
import type { BalanceTransaction, Charge } from "./types.ts";

type Kind = BalanceTransaction["type"];

/** The input of a balance row: an amount in the currency of the payment, and the fee in the settlement currency. */
interface BalanceInput {
  type: Kind;
  amount: number;
  fee: number | ((amount: number, currency: string) => number);
  currency: string;
  /** The object that it came from; null for a fee of the account. */
  source: string | null;
  description: string;
}

/** Adds a row to the balance, in the account's settlement currency. */
export function book(bank: Bank, row: BalanceInput): BalanceTransaction {
  const { type, source, description } = row;
  const { amount, currency, rate } = settled(bank, row.amount, row.currency);
  const fee = typeof row.fee === "number" ? row.fee : row.fee(amount, currency);
  const created = bank.clock.seconds();
  const detail = {
    amount: fee,
    application: null,
    currency,
    description: type === "adjustment" ? "Dispute fee" : "Stripe processing fees",
    type: "stripe_fee" as const,
  };
  const entry: BalanceTransaction = {
    id: mint("txn"),
    object: "balance_transaction",
    amount,
    // What is taken is gone at once; what comes in is available two days later.
    available_on: amount - fee < 0 ? created : created + 2 * 86_400,
    balance_type: "payments",
    created,
    currency,
    description,
    exchange_rate: rate,
    fee,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category: categoryOf(type, amount),
    source,
    status: "pending",
    type,
  };
  bank.store.put("balance_transaction", entry.id, entry, source ?? undefined);
  return entry;
}

/** Returns a row as it is now: pending until its money is available. */
export function rowNow({ clock }: Pick<Bank, "clock">, row: BalanceTransaction): BalanceTransaction {
  return { ...row, status: row.available_on <= clock.seconds() ? "available" : "pending" };
}

function categoryOf(type: Kind, amount: number): string {
  if (type === "adjustment") return amount < 0 ? "dispute" : "dispute_reversal";
  if (type === "payout_failure") return "payout_reversal";
  return type === "stripe_fee" ? "fee" : type;
}

/** Adds the row of a charge with its fee. */
export function bookCharge(bank: Bank, charge: Charge): BalanceTransaction {
  const { id, amount, currency } = charge;
  const description = (charge["description"] as string | null) ?? "";
  return book(bank, {
    type: "charge",
    amount,
    fee: feeOf,
    currency,
    source: id,
    description,
  });
}
