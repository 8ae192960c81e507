import type { LineRow } from "../../records/balance/repository.ts";
import type { Entry } from "../ledger/post.ts";

type Line = Pick<
  LineRow,
  "kind" | "currency" | "gross" | "fee" | "net" | "source_currency" | "source_amount" | "order_id"
>;

/**
 * Returns the entries of a line of a gateway's balance: the balance changes by its net amount, always. `isFeePosted`: the
 * version before posted the fee of this sale by itself.
 */
export function entriesOfLine(line: Line, isFeePosted = false): Entry[] {
  const { kind, currency, net } = line;
  const balance: Entry = { account: "gateway_clearing", currency, amount: net };
  const against = (account: Entry["account"]): Entry[] => [balance, { account, currency, amount: -net }];
  switch (kind) {
    case "fee":
      return against("gateway_fees");
    case "payout":
    case "payout_failed":
      return against("bank");
    case "conversion":
      return against("fx_conversion");
    case "opening":
    case "other":
      return against("suspense");
    case "sale":
    case "refund":
    case "refund_failed":
    case "dispute":
      return line.order_id === null ? against("suspense") : [balance, ...settlementOf(line, isFeePosted)];
  }
}

/** Returns the entries of a line that was in suspense, once its order is known. */
export function entriesOfMatch(line: Line, isFeePosted = false): Entry[] {
  const { currency, net } = line;
  return [{ account: "suspense", currency, amount: net }, ...settlementOf(line, isFeePosted)];
}

/**
 * Returns what a line settles. Fees of disputes are posted with the dispute, whose receivable includes them; those of
 * sales come with the line. What is converted goes through `fx_conversion`, where the result of the exchange stays.
 */
function settlementOf(line: Line, isFeePosted: boolean): Entry[] {
  const { kind, currency, gross, fee, net } = line;
  if (kind === "dispute") return [{ account: "gateway_receivable", currency, amount: -net }];
  const fees: Entry = { account: isFeePosted ? "gateway_receivable" : "gateway_fees", currency, amount: fee };
  const { source_currency: sold, source_amount: amount } = line;
  if (sold === null || amount === null || sold === currency)
    return [{ account: "gateway_receivable", currency, amount: -gross }, fees];
  return [
    { account: "gateway_receivable", currency: sold, amount: -amount },
    { account: "fx_conversion", currency: sold, amount },
    { account: "fx_conversion", currency, amount: -gross },
    fees,
  ];
}
