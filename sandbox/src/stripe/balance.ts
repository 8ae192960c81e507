import { type Bank, mint } from "./bank.ts";
import { feeOf } from "./money.ts";
import { settled } from "./settlement.ts";
import type { BalanceTransaction, Charge } from "./types.ts";

type Kind = BalanceTransaction["type"];

/** What a line is made of: an amount in the currency it was paid in, and what it costs in the one it settles in. */
interface Line {
  type: Kind;
  amount: number;
  fee: number | ((amount: number, currency: string) => number);
  currency: string;
  source: string;
  description: string;
}

/** Writes a line of the balance, in the currency that the account settles in. */
export function book(bank: Bank, line: Line): BalanceTransaction {
  const { type, source, description } = line;
  const { amount, currency, rate } = settled(bank, line.amount, line.currency);
  const fee = typeof line.fee === "number" ? line.fee : line.fee(amount, currency);
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
    available_on: created + 2 * 86_400,
    balance_type: "payments",
    created,
    currency,
    description,
    exchange_rate: rate,
    fee,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category: type === "adjustment" ? (amount < 0 ? "dispute" : "dispute_reversal") : type,
    source,
    status: "pending",
    type,
  };
  bank.store.put("balance_transaction", entry.id, entry, source);
  return entry;
}

/** Writes down what a charge brought and cost. */
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
