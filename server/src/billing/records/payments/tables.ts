import type { ClosedColumns } from "../closed.ts";
import type { GatewayName } from "../gateway.ts";

/** States of one try to be paid through a gateway. `in_doubt`: the outcome of a charge is not known. */
export type PaymentState =
  | "new"
  | "open"
  | "charging"
  | "action"
  | "pending"
  | "in_doubt"
  | "succeeded"
  | "declined"
  | "cancelled";

/** The tables of payments, their attempts, and the instruments they are charged to. */
export type PaymentTables = {
  payment: {
    id: string;
    order_id: string;
    gateway: GatewayName;
    remote_id: string | null;
    state: PaymentState;
    currency: string;
    amount: number;
    captured: number;
    refunded: number;
    /** Money that gives a right to nothing, because it came too late or twice: it goes back. */
    unwanted: boolean;
    initiator: "customer" | "merchant";
    instrument_id: string | null;
    next_inspect_at: Date | null;
    inspections: number;
    created_at: Date;
    updated_at: Date;
    /** The key of a charge that makes its remote object and takes the money in one request; null for all others. */
    mit_key: string | null;
    /** Until when the gateway knows that key. */
    key_until: Date | null;
    /** Where its payer agrees, if the gateway asks for that before a charge of ours. */
    approval_url: string | null;
    /** The payment that its gateway took twice, of which this is the second time. */
    second_of: string | null;
  } & ClosedColumns;
  payment_attempt: {
    id: string;
    payment_id: string;
    n: number;
    initiator: "customer" | "merchant";
    idem_key: string;
    request_hash: string;
    outcome: string | null;
    decline_code: string | null;
    advice: string | null;
    fingerprint: string | null;
    address: string | null;
    created_at: Date;
    ended_at: Date | null;
    /** The gateway's code, where the merchant is at fault. */
    fault: string | null;
    /** What a single-step charge sends, and its hash: a key is never sent with anything else. */
    body: string | null;
    body_hash: string | null;
  } & ClosedColumns;
  instrument: {
    id: string;
    visitor_id: string | null;
    gateway: GatewayName;
    token: string;
    customer: string | null;
    kind: "card" | "paypal";
    brand: string | null;
    last4: string | null;
    exp_month: number | null;
    exp_year: number | null;
    email: string | null;
    fingerprint: string | null;
    status: "active" | "dead" | "detached";
    created_at: Date;
  };
  gateway_customer: { visitor_id: string; gateway: GatewayName; remote_id: string };
};
