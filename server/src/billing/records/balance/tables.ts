import type { ClosedColumns } from "../closed.ts";
import type { GatewayName, LineKind } from "../gateway.ts";

/** Why our records and a gateway's differ. */
export const findingKinds = [
  "missing_local",
  "missing_remote",
  "amount",
  "currency",
  "fee_unknown",
  "receivable",
  "unmatched_line",
  "payout_sum",
  "balance",
  "bought_twice",
] as const;
/** See {@link findingKinds}. */
export type FindingKind = (typeof findingKinds)[number];

/** The tables of the gateways' balances, and of what reconciliation finds. */
export type BalanceTables = {
  balance_line: {
    id: string;
    gateway: GatewayName;
    remote_id: string;
    kind: LineKind;
    currency: string;
    gross: number;
    fee: number;
    net: number;
    /** The same money in the currency of the sale; null for lines that belong to none. */
    source_currency: string | null;
    source_amount: number | null;
    rate: string | null;
    capture_remote_id: string | null;
    /** The refund, dispute or payout at the gateway. */
    source_id: string | null;
    /** Our payment, as the gateway's object names it. */
    payment_id: string | null;
    /** The order that it was matched with. */
    order_id: string | null;
    payout_id: string | null;
    available_on: Date | null;
    at: Date;
    /** What the gateway reported later, where it differs. */
    differs: Record<string, unknown> | null;
  };
  payout: {
    gateway: GatewayName;
    remote_id: string;
    currency: string;
    amount: number;
    /** Whether the gateway chose its lines; it does not name those of a payout that was made by hand. */
    automatic: boolean;
    state: "in_transit" | "paid" | "failed";
    arrival: Date | null;
    lines_read: boolean;
  };
  balance_watermark: {
    gateway: GatewayName;
    /** Until when all lines are read; null before the first complete reading. */
    complete_until: Date | null;
    /** Whether the balance from before the first reading is known. */
    opened: boolean;
    next_at: Date;
  };
  gateway_balance: {
    gateway: GatewayName;
    currency: string;
    gateway_amount: number;
    lines_amount: number;
    ledger_amount: number;
    at: Date;
  };
  recon_finding: {
    id: string;
    kind: FindingKind;
    subject: string;
    gateway: GatewayName | null;
    order_id: string | null;
    currency: string | null;
    amount: number | null;
    detail: Record<string, unknown>;
    found_at: Date;
    /** When it was no longer found. */
    gone_at: Date | null;
  } & ClosedColumns;
};
