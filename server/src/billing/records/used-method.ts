import type { UsedMethod } from "@cliffhanger/contract";
import type { Wallet } from "./gateway-instrument.ts";

/** Returns a payment instrument as far as it is shown. */
export function usedMethodOf(row: {
  kind: "card" | "paypal";
  brand: string | null;
  last4: string | null;
  email: string | null;
  wallet: Wallet | null;
}): UsedMethod {
  if (row.kind === "paypal") return { type: "paypal", email: row.email ?? "" };
  const card = { brand: row.brand ?? "", last4: row.last4 ?? "" };
  return row.wallet === null ? { type: "card", ...card } : { type: "wallet", wallet: row.wallet, ...card };
}
