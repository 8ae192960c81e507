import { wallets } from "@cliffhanger/contract";
import { afterCommit, type Db } from "#platform/db/database";
import { CALL_BUCKETS, type Meters } from "#platform/meters";
import type { GatewayName } from "./gateway.ts";
import { orderTransitions } from "./states.ts";

/** The gateways as label values. */
export const gatewayNames: ReadonlySet<string> = new Set<GatewayName>(["stripe", "paypal"]);

/** Why attempts end. */
const outcomes = new Set([
  "succeeded",
  "declined",
  "cancelled",
  "merchant_fault",
  "gateway_down",
  "not_done",
  "abandoned",
  "approval",
  "not_needed",
  "gone",
  "unwanted",
  "fault",
]);
/** The steps of charging an order. */
const steps = ["create", "confirm", "single", "settle"] as const;
/** What happens to a webhook event: the first four when it arrives, the others when it is handled. */
const webhookOutcomes = [
  "stored",
  "duplicate",
  "rejected",
  "unavailable",
  "done",
  "ignored",
  "later",
  "failed",
] as const;
const calls = [
  "customer",
  "create",
  "fetch_payment",
  "charge",
  "charge_saved",
  "find_charge",
  "cancel",
  "refund",
  "fetch_refund",
  "forget",
  "fetch_instrument",
  "fetch_dispute",
  "fetch_warning",
  "send_evidence",
  "accept_dispute",
  "verify",
  "events",
  "read_lines",
  "balances",
  "payouts",
  "payout_lines",
  "create_setup",
  "fetch_setup",
  "confirm_setup",
  "cancel_setup",
] as const;
/** The classes of a gateway's errors: its refusals by whose fault they are, busy, and no clear answer. */
const errorClasses = ["buyer", "merchant", "busy", "unknown"] as const;
const renewalResults = ["paid", "declined", "waiting", "merchant_fault", "gateway_down", "fault", "other"];

/** What a payment by a wallet comes to, as its customer sees it. */
const expressResults = ["paid", "action", "pending", "checking", "declined", "gone", "refused"] as const;

/** A call of a gateway's interface. */
export type GatewayCall = (typeof calls)[number];
/** The class of a gateway's error. */
export type GatewayErrorClass = (typeof errorClasses)[number];

/** Codes and types of the gateways, as label values. */
export interface GatewayLabels {
  /** Codes of declines and of faults of the merchant's. */
  codes: readonly string[];
  /** Types of webhook events. */
  eventTypes: readonly string[];
}

/** What billing counts and times in this process. */
export type BillingMeters = ReturnType<typeof openBillingMeters>;

/** Registers what billing counts and times in this process. What a transaction counts is added once it has committed. */
export function openBillingMeters(meters: Meters, { codes, eventTypes }: GatewayLabels) {
  const orders = meters.counter({
    name: "orders_total",
    help: "Orders that reached a state",
    role: "both",
    labels: { state: new Set(Object.keys(orderTransitions)) },
  });
  const attempts = meters.counter({
    name: "payment_attempts_total",
    help: "Attempts to charge, by their outcome",
    role: "both",
    labels: {
      gateway: gatewayNames,
      method: new Set(["card", "paypal"]),
      initiator: new Set(["customer", "merchant"]),
      outcome: outcomes,
      code: new Set(["none", ...codes]),
    },
  });
  return {
    order: (db: Db, state: string) => afterCommit(db, () => orders({ state })),
    attempt(db: Db, { gateway, initiator, outcome, code }: CountedAttempt) {
      const method = gateway === "stripe" ? "card" : "paypal";
      afterCommit(db, () =>
        attempts({ gateway, method, initiator, outcome: outcome ?? "other", code: code ?? "none" }),
      );
    },
    express: meters.counter({
      name: "express_total",
      help: "Payments that were authorised in a wallet, by what they came to",
      role: "web",
      labels: { wallet: new Set<string>(wallets), result: new Set<string>(expressResults) },
    }),
    stepSeconds: meters.histogram({
      name: "payment_seconds",
      help: "Time of the steps of charging an order",
      role: "both",
      labels: { gateway: gatewayNames, step: new Set<string>(steps) },
      buckets: CALL_BUCKETS,
    }) as (labels: { gateway: string; step: (typeof steps)[number] }, seconds: number) => void,
    webhook: meters.counter({
      name: "webhooks_total",
      help: "Webhook events: what happened when they arrived, and when they were handled",
      role: "both",
      labels: {
        gateway: gatewayNames,
        type: new Set(eventTypes),
        outcome: new Set<string>(webhookOutcomes),
      },
      zero: [...gatewayNames].map((gateway) => ({ gateway, type: "other", outcome: "rejected" })),
    }) as (labels: { gateway: string; type: string; outcome: (typeof webhookOutcomes)[number] }) => void,
    webhookLag: meters.histogram({
      name: "webhook_lag_seconds",
      help: "Time from the arrival of a webhook event until it was handled",
      role: "worker",
      labels: {},
      buckets: [1, 5, 15, 60, 300, 1800, 3600],
    }),
    renewal: meters.counter({
      name: "renewals_total",
      help: "Charges of renewals, by their result and the number of the try",
      role: "worker",
      labels: {
        gateway: gatewayNames,
        result: new Set(renewalResults),
        try: new Set(["1", "2", "3", "4", "5", "6", "7", "8"]),
      },
    }),
    call: meters.histogram({
      name: "gateway_request_seconds",
      help: "Time of calls to a gateway",
      role: "both",
      labels: { gateway: gatewayNames, call: new Set<string>(calls) },
      buckets: CALL_BUCKETS,
    }) as (labels: { gateway: string; call: GatewayCall }, seconds: number) => void,
    error: meters.counter({
      name: "gateway_errors_total",
      help: "Calls to a gateway that failed, by class",
      role: "both",
      labels: { gateway: gatewayNames, class: new Set<string>(errorClasses) },
    }) as (labels: { gateway: string; class: GatewayErrorClass }) => void,
  };
}

interface CountedAttempt {
  gateway: GatewayName;
  initiator: "customer" | "merchant";
  outcome: string | null;
  code: string | null;
}
