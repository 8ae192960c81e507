import { type Bank, mint } from "./bank.ts";
import { feeOf } from "./money.ts";
import type { BalanceTransaction, Charge } from "./types.ts";

type Kind = BalanceTransaction["type"];

/** Writes a line of the balance. */
export function book(
  bank: Bank,
  line: { type: Kind; amount: number; fee: number; currency: string; source: string; description: string },
): BalanceTransaction {
  const { type, amount, fee, currency, source, description } = line;
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
    exchange_rate: null,
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
    fee: feeOf(amount, currency),
    currency,
    source: id,
    description,
  });
}
