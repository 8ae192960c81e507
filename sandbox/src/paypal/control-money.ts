import { randomUUID } from "node:crypto";
import { NotUnderstood, numberOf, type Said, textOf, truthOf } from "../gateway/control.ts";
import { returnWithdrawal, withdraw } from "./balance.ts";
import { settleCapture } from "./capture.ts";
import type { ControlAction } from "./control.ts";
import { moveDispute, openDispute, resolveDispute } from "./disputes.ts";
import type { Plan } from "./plans.ts";
import { findCapture, refund, settleRefund } from "./refunds.ts";
import type { Capture, CaptureStatus, Dispute, Order, Refund, RefundStatus, World } from "./state.ts";

/** The totals of one currency, in its smallest unit. */
export interface Total {
  captured: number;
  refunded: number;
  fees: number;
  net: number;
  captures: number;
  refunds: number;
}

/** The actions on money: captures, refunds, disputes, and the outcome of the next ones. */
export const moneyActions: Record<string, ControlAction> = {
  "GET /money": ({ world }) => moneyOf(world),
  "GET /orders": ({ world }) => ({ orders: world.store.list<Order>("order", { newest: 200 }).reverse() }),
  "GET /orders/{id}": ({ world }, _said, id) => {
    const order = world.store.get<Order>("order", id);
    if (!order) throw new NotUnderstood(`There is no order ${id}.`, 404);
    const captures = world.store.list<Capture>("capture", { under: id });
    const refunds = captures.flatMap((one) => world.store.list<Refund>("refund", { under: one.id }));
    return { order, captures, refunds };
  },
  "POST /orders/{id}/forget": ({ world }, _said, id) => {
    if (world.store.list<Capture>("capture", { under: id }).length > 0)
      throw new NotUnderstood("What was paid is never forgotten.", 409);
    world.store.remove("order", id);
    return {};
  },
  "GET /plans": ({ world }) => ({ plans: world.store.list<Plan>("plan") }),
  "POST /plans/clear": ({ world }) => {
    world.store.deleteAllButNewest("plan", 0);
    return { plans: [] };
  },
  "POST /orders/next": ({ world }, said) => plan(world, "create", said),
  "POST /captures/next": ({ world }, said) => plan(world, "capture", said),
  "POST /captures/merchant-initiated/next": ({ world }, said) => plan(world, "merchant-initiated", said),
  "POST /refunds/next": ({ world }, said) => plan(world, "refund", said),
  "POST /captures/{id}": ({ world }, said, id) => {
    const capture = findCapture(world, id);
    const status = textOf(said, "status");
    if (status === "REVERSED") return world.store.together(() => refund(world, id, {}, "reversal"));
    if (!captureStatuses.includes(status))
      throw new NotUnderstood(`status is one of ${captureStatuses.join(", ")}.`);
    if (capture.refunded > 0) throw new NotUnderstood("Some of it went back already.", 409);
    const reason = textOf(said, "reason", "") || null;
    return world.store.together(() => settleCapture(world, id, status as CaptureStatus, reason));
  },
  "POST /captures/{id}/refund": ({ world }, said, id) => {
    const { currency } = findCapture(world, id);
    const value = textOf(said, "value", "");
    const amount = value === "" ? {} : { amount: { currency_code: currency, value } };
    return world.store.together(() => refund(world, id, amount, "dashboard"));
  },
  "POST /refunds/{id}": ({ world }, said, id) => {
    const status = textOf(said, "status");
    if (!refundStatuses.includes(status))
      throw new NotUnderstood(`status is one of ${refundStatuses.join(", ")}.`);
    return world.store.together(() => settleRefund(world, id, status as RefundStatus));
  },
  "POST /withdrawals": ({ world }, said) =>
    world.store.together(() =>
      withdraw(world, textOf(said, "currency", "USD"), numberOf(said, "amount", 0) || null),
    ),
  "POST /withdrawals/{id}/return": ({ world }, _said, id) =>
    world.store.together(() => returnWithdrawal(world, id)),
  "GET /disputes": ({ world }) => ({ disputes: world.store.list<Dispute>("dispute").reverse() }),
  "POST /disputes": ({ world }, said) => {
    const stage = textOf(said, "stage", "INQUIRY") || "INQUIRY";
    if (stage !== "INQUIRY" && stage !== "CHARGEBACK")
      throw new NotUnderstood("stage is INQUIRY or CHARGEBACK.");
    const reason = textOf(said, "reason", "UNAUTHORISED") || "UNAUTHORISED";
    const fee = said["fee"] === undefined ? {} : { fee: numberOf(said, "fee", 0) };
    return world.store.together(() =>
      openDispute(world, textOf(said, "captureId"), { stage, reason, ...fee }),
    );
  },
  "POST /disputes/{id}": ({ world }, said, id) => {
    const outcome = textOf(said, "outcome", "");
    if (outcome === "") {
      const status = textOf(said, "status") as Dispute["status"];
      if (!["OPEN", "WAITING_FOR_SELLER_RESPONSE", "UNDER_REVIEW"].includes(status))
        throw new NotUnderstood("status is OPEN, WAITING_FOR_SELLER_RESPONSE or UNDER_REVIEW.");
      return world.store.together(() => moveDispute(world, id, status));
    }
    const code = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined;
    if (!code) throw new NotUnderstood("outcome is won, lost or cancelled.");
    return world.store.together(() => resolveDispute(world, id, code, truthOf(said, "returnFee")));
  },
};

const captureStatuses = ["COMPLETED", "PENDING", "DECLINED", "FAILED"];
const refundStatuses = ["COMPLETED", "PENDING", "FAILED", "CANCELLED"];
const outcomes: Record<string, string> = {
  won: "RESOLVED_SELLER_FAVOUR",
  lost: "RESOLVED_BUYER_FAVOUR",
  cancelled: "CANCELED_BY_BUYER",
};

/** Returns the totals, and how often each order was captured. */
export function moneyOf(world: World) {
  const captures = world.store.list<Capture>("capture");
  const refunds = world.store.list<Refund>("refund");
  const totals: Record<string, Total> = {};
  const of = (currency: string) =>
    (totals[currency] ??= { captured: 0, refunded: 0, fees: 0, net: 0, captures: 0, refunds: 0 });
  const capturesByOrder: Record<string, number> = {};
  for (const { currency, amount, fee, status, orderId } of captures) {
    if (status === "PENDING" || status === "DECLINED" || status === "FAILED") continue;
    const total = of(currency);
    total.captured += amount;
    total.fees += fee;
    total.captures += 1;
    capturesByOrder[orderId] = (capturesByOrder[orderId] ?? 0) + 1;
  }
  for (const { currency, amount, status } of refunds) {
    if (status === "FAILED" || status === "CANCELLED") continue;
    of(currency).refunded += amount;
    of(currency).refunds += 1;
  }
  // The amount of a lost dispute is listed as a refund, as a reversal.
  for (const { currency, fee, feeReturned } of world.store.list<Dispute>("dispute"))
    of(currency).fees += feeReturned ? 0 : fee;
  for (const total of Object.values(totals)) total.net = total.captured - total.refunded - total.fees;
  return { totals, capturesByOrder, captures: captures.reverse(), refunds: refunds.reverse() };
}

function plan(world: World, of: Plan["of"], said: Said): Plan {
  const outcome = textOf(said, "issue", "") || textOf(said, "status", "");
  const known = of === "refund" ? refundStatuses : captureStatuses;
  if (outcome === "") throw new NotUnderstood("status or issue is missing.");
  if (!said["issue"] && !known.includes(outcome))
    throw new NotUnderstood(`status is one of ${known.join(", ")}.`);
  const plan = {
    id: randomUUID(),
    of,
    outcome,
    reason: textOf(said, "reason", "") || null,
    left: numberOf(said, "n", 1),
  };
  world.store.put("plan", plan.id, plan);
  return plan;
}
