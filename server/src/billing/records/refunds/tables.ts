import type { ClosedColumns } from "../closed.ts";
import type { GatewayName } from "../gateway.ts";

/** The tables of captures and refunds. */
export type RefundTables = {
  capture: {
    id: string;
    payment_id: string;
    gateway: GatewayName;
    remote_id: string;
    currency: string;
    amount: number;
    refunded: number;
    /** What the gateway's account received; null until its balance line is known. */
    settled_currency: string | null;
    settled_amount: number | null;
    settled_fee: number | null;
    /** A decimal number; null without conversion. */
    settled_rate: string | null;
    /** The line of the gateway's balance that settled it. */
    balance_line_id: string | null;
    at: Date;
  };
  refund: {
    id: string;
    capture_id: string;
    order_id: string;
    gateway: GatewayName;
    remote_id: string | null;
    currency: string;
    amount: number;
    state: "pending" | "done" | "failed";
    initiated_by: "operator" | "member" | "system" | "gateway";
    reason: string | null;
    next_inspect_at: Date | null;
    inspections: number;
    created_at: Date;
    updated_at: Date;
    /** The posting of the dispute that moved the same money. This refund is then not posted itself. */
    dispute_ref: string | null;
    /** The operator who asked for it in the console, and the key of that request. */
    operator_id: string | null;
    request_key: string | null;
    /** Whether the membership ends with it; null: it ends when nothing of the order is left. */
    ends_membership: boolean | null;
  } & ClosedColumns;
  /** What support asked finance to refund. */
  refund_request: {
    id: string;
    order_id: string;
    currency: string;
    amount: number;
    reason: string;
    note: string;
    ends_membership: boolean;
    asked_by: string;
    at: Date;
  } & ClosedColumns;
};
