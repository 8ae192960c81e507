import type { Withdrawal } from "@cliffhanger/contract";
import { call } from "../../lib/api.ts";

/** How a customer names an order: as its owner, by the key of a receipt email, or by its number and email address. */
export type NamedPurchase = { orderId: string; key?: string } | { code: string; email: string };

/** Asks what a withdrawal brings, or confirms it. */
export async function sendWithdrawal(named: NamedPurchase, step: "ask" | "confirm"): Promise<Withdrawal> {
  const { withdrawal } = await call("POST /api/payment/withdraw", { ...named, step }, { quiet: true });
  return withdrawal;
}
