import { type Buyer, buyerOf } from "./buyers.ts";
import { invalidRequest, type Refused, unprocessable } from "./errors.ts";
import { type EventType, emit } from "./events.ts";
import { transactionId } from "./ids.ts";
import { feeOf, money, positiveMinor } from "./money.ts";
import { cancelScheduled, later, takePlan } from "./plans.ts";
import { approvalUrl, relatedCapture } from "./represent.ts";
import {
  type Capture,
  type CaptureStatus,
  type Experience,
  type Order,
  settingsOf,
  type Token,
  type World,
} from "./state.ts";
import { saveOnSuccess } from "./vault.ts";

/** A PayPal wallet in a request. */
export interface WalletRequest {
  vault_id?: string;
  attributes?: {
    customer?: { id?: string };
    vault?: {
      store_in_vault?: string;
      description?: string;
      usage_type: string;
      permit_multiple_payment_tokens?: boolean;
    };
  };
  experience_context?: Experience;
  stored_credential?: { payment_initiator: "CUSTOMER" | "MERCHANT"; usage_pattern?: string; usage?: string };
}

/** The body of POST /v2/checkout/orders/{id}/capture. */
export interface CaptureRequest {
  payment_source?: { paypal?: WalletRequest };
}

const CLEARING_SECONDS = 3 * 86_400;

/** Captures the money of an order that was approved, or that a saved wallet pays. */
export function capture(world: World, before: Order, request: CaptureRequest): Order {
  if (before.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_CAPTURED");
  const wallet = request.payment_source?.paypal;
  const byMerchant =
    wallet?.stored_credential?.payment_initiator === "MERCHANT" || (before.source?.byMerchant ?? false);
  const saved = wallet?.vault_id ?? before.source?.tokenId;
  const token = saved === undefined ? null : usableToken(world, saved);
  if (!token && before.status === "PAYER_ACTION_REQUIRED" && before.buyer)
    throw withWayBack(world, before, unprocessable("PAYER_ACTION_REQUIRED"));
  if (!token && before.status !== "APPROVED") throw unprocessable("ORDER_NOT_APPROVED");
  if (byMerchant && before.units.length > 1)
    throw unprocessable("MERCHANT_INITIATED_WITH_MULTIPLE_PURCHASE_UNITS");
  if (byMerchant && !token)
    throw invalidRequest([{ issue: "MISSING_REQUIRED_PARAMETER", field: "/payment_source/paypal/vault_id" }]);
  refuseSecondInvoice(world, before);
  const buyer = token?.buyer ?? before.buyer ?? "";
  const order: Order = { ...before, buyer, hasSource: before.hasSource || token !== null };
  const plan = takePlan(
    world,
    ...(byMerchant ? (["merchant-initiated", "capture"] as const) : (["capture"] as const)),
  );
  const forced = plan && isStatus(plan.outcome) ? plan : undefined;
  const issue = plan && !forced ? plan.outcome : refusalOf(world, order, buyerOf(buyer), byMerchant);
  if (issue) throw decline(world, order, issue);
  const { status, reason } = outcomeFor(buyerOf(buyer), forced);
  return take(world, order, { status, reason, byMerchant });
}

/**
 * Pays an order at its creation, by the saved wallet it names; or leaves it to be captured, or to be approved when
 * PayPal wants to ask the buyer.
 */
export function payAtOnce(world: World, order: Order, wallet: WalletRequest): Order {
  const token = usableToken(world, wallet.vault_id ?? "");
  const byMerchant = wallet.stored_credential?.payment_initiator === "MERCHANT";
  refuseSecondInvoice(world, order);
  const asks = buyerOf(token.buyer).kind === "sca-later";
  if (!asks && settingsOf(world).singleStep === "COMPLETED")
    return capture(world, order, { payment_source: { paypal: wallet } });
  const made: Order = asks
    ? { ...order, status: "PAYER_ACTION_REQUIRED" }
    : { ...order, status: "CREATED", source: { tokenId: token.id, byMerchant } };
  world.store.put("order", made.id, made);
  return made;
}

/** Completes a pending capture, or reverses one; the control page may do so at any time. */
export function settleCapture(
  world: World,
  id: string,
  status: CaptureStatus,
  reason: string | null = null,
): Capture {
  const before = world.store.get<Capture>("capture", id);
  if (!before) throw new Error(`There is no capture ${id}.`);
  if (before.status === status) return before;
  cancelScheduled(world, id, "capture-settles");
  const at = world.clock.now();
  const completedAt = status === "COMPLETED" ? at : null;
  const after = saveCapture(world, { ...before, status, reason, completedAt, updatedAt: at });
  emitEvents(world, after, before.status === "PENDING" && (status === "DECLINED" || status === "FAILED"));
  const order = world.store.get<Order>("order", after.orderId);
  if (order && status === "COMPLETED" && before.status === "PENDING") saveOnSuccess(world, order);
  return after;
}

/** Stores a capture. */
export function saveCapture(world: World, capture: Capture): Capture {
  world.store.put("capture", capture.id, capture, capture.orderId);
  return capture;
}

function take(
  world: World,
  order: Order,
  { status, reason, byMerchant }: { status: CaptureStatus; reason: string | null; byMerchant: boolean },
): Order {
  const now = world.clock.now();
  cancelScheduled(world, order.id, "approval-ends");
  const taken = order.units.map((unit, index): Capture => {
    const amount = positiveMinor(unit.amount, `/purchase_units/${index}/amount`);
    const currency = unit.amount.currency_code;
    return {
      id: transactionId(),
      orderId: order.id,
      unit: index,
      currency,
      amount,
      fee: feeOf(currency, amount),
      refunded: 0,
      status,
      reason,
      createdAt: now,
      updatedAt: now,
      invoiceId: unit.invoice_id ?? null,
      customId: unit.custom_id ?? null,
      buyer: order.buyer ?? "",
      merchantInitiated: byMerchant,
      completedAt: status === "COMPLETED" ? now : null,
      reversed: false,
    };
  });
  for (const one of taken) saveCapture(world, one);
  const done: Order = { ...order, status: "COMPLETED", updatedAt: now };
  world.store.put("order", done.id, done);
  const settled = status === "COMPLETED" ? saveOnSuccess(world, done) : waitForSuccess(world, done, status);
  for (const one of taken) {
    if (status === "PENDING" && reason === "ECHECK")
      later(world, "capture-settles", one.id, CLEARING_SECONDS);
    emitEvents(world, one, false);
  }
  return settled;
}

// A wallet that is saved on success is saved after the success.
function waitForSuccess(world: World, order: Order, status: CaptureStatus): Order {
  if (!order.vault || status !== "PENDING" || buyerOf(order.buyer ?? "").kind === "no-vault") return order;
  const waiting: Order = { ...order, vaultStatus: "APPROVED" };
  world.store.put("order", order.id, waiting);
  return waiting;
}

function usableToken({ store }: World, id: string): Token {
  const token = store.get<Token>("token", id);
  if (token?.fate === "cancelled") throw unprocessable("AGREEMENT_ALREADY_CANCELLED");
  if (token?.fate !== "live") throw unprocessable("TOKEN_ID_NOT_FOUND");
  return token;
}

function refuseSecondInvoice(world: World, order: Order): void {
  if (!settingsOf(world).uniqueInvoices) return;
  const paid = world.store
    .list<Capture>("capture")
    .filter(({ status }) => status !== "DECLINED" && status !== "FAILED")
    .map(({ invoiceId }) => invoiceId);
  for (const { invoice_id: invoice } of order.units)
    if (invoice !== undefined && paid.includes(invoice)) throw unprocessable("DUPLICATE_INVOICE_ID");
}

function refusalOf(world: World, order: Order, { kind }: Buyer, byMerchant: boolean): string | undefined {
  if (kind === "restricted") return "PAYER_ACCOUNT_RESTRICTED";
  if (kind === "locked-later" && byMerchant) return "PAYER_ACCOUNT_LOCKED_OR_CLOSED";
  // The second approval simulates another funding source, which works.
  const again = world.store.get<number>("declines", order.id) ?? 0;
  return kind === "declined" && (again === 0 || byMerchant) ? "INSTRUMENT_DECLINED" : undefined;
}

function decline(world: World, order: Order, issue: string): Refused {
  const recoverable = [
    "INSTRUMENT_DECLINED",
    "PAYER_ACTION_REQUIRED",
    "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  ];
  const refused = unprocessable(issue, { isLasting: true });
  world.store.put("declines", order.id, (world.store.get<number>("declines", order.id) ?? 0) + 1);
  if (!recoverable.includes(issue)) return refused;
  if (order.status === "APPROVED") {
    cancelScheduled(world, order.id, "approval-ends");
    const status = order.hasSource ? "PAYER_ACTION_REQUIRED" : "CREATED";
    world.store.put("order", order.id, { ...order, status, updatedAt: world.clock.now() });
  }
  return withWayBack(world, order, refused);
}

// For an order that began with a payment source the return link is called payer-action, otherwise redirect.
function withWayBack(world: World, order: Order, refused: Refused): Refused {
  const rel = order.hasSource ? "payer-action" : "redirect";
  refused.links.push({ href: approvalUrl(world, order), rel, method: "GET" });
  return refused;
}

function outcomeFor(
  { kind }: Buyer,
  forced: { outcome: string; reason: string | null } | undefined,
): { status: CaptureStatus; reason: string | null } {
  if (forced) {
    const status = forced.outcome as CaptureStatus;
    return { status, reason: status === "PENDING" ? (forced.reason ?? "PENDING_REVIEW") : null };
  }
  if (kind === "pending") return { status: "PENDING", reason: "PENDING_REVIEW" };
  if (kind === "echeck") return { status: "PENDING", reason: "ECHECK" };
  return { status: "COMPLETED", reason: null };
}

function isStatus(outcome: string): boolean {
  return ["COMPLETED", "PENDING", "DECLINED", "FAILED"].includes(outcome);
}

function emitEvents(world: World, one: Capture, wasPending: boolean): void {
  const types: Partial<Record<CaptureStatus, EventType>> = {
    COMPLETED: "PAYMENT.CAPTURE.COMPLETED",
    PENDING: "PAYMENT.CAPTURE.PENDING",
    DECLINED: wasPending ? "PAYMENT.CAPTURE.DENIED" : "PAYMENT.CAPTURE.DECLINED",
    FAILED: wasPending ? "PAYMENT.CAPTURE.DENIED" : "PAYMENT.CAPTURE.DECLINED",
  };
  const type = types[one.status];
  if (!type) return;
  const { value } = money(one.currency, one.amount);
  emit(world, type, one.id, relatedCapture(world, one), `${value} ${one.currency}`);
}
