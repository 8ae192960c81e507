import type { Billing } from "../../records/billing.ts";
import {
  type Gateway,
  GatewayBusy,
  GatewayPaidBefore,
  GatewayRefused,
  type SavedCharge,
  type SavedCharges,
} from "../../records/gateway.ts";
import { orderNumberOf } from "../../records/order-code.ts";
import type { OrderRow } from "../../records/orders/repository.ts";
import { isUnderWay } from "../../records/payments/inspection-schedule.ts";
import { findAttempt, type PaymentRow } from "../../records/payments/repository.ts";
import { reasonOf } from "../../records/reason.ts";
import { findRestoredSnapshot } from "../../records/restored/repository.ts";
import { settle } from "../../settlement/settle.ts";
import { noteMerchantFault } from "../merchant-fault.ts";
import { adopt } from "./adopt.ts";
import { conclude, type SavedAttempt } from "./conclude.ts";
import { markLost, resetCharge } from "./lost-charge.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** From this age on, the transaction report is searched too: it is hours late. */
const reportAfter = 6 * hour;
/** From this age on, a charge missing from the report did not happen. */
const provenAfter = 48 * hour;
/** Ages at which a lost single-step charge is searched for; after the last comes manual review. */
const inspectionAges = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  5 * hour,
  6 * hour,
  9 * hour,
  24 * hour,
  48 * hour,
  72 * hour,
  96 * hour,
];
/** Allows for clock skew between our first call and the gateway's timestamps. */
const clockSkew = 5 * minute;

/** Returns whether the outcome of a single-step charge is unknown. */
export function isLost({ mit_key, remote_id, state }: PaymentRow): boolean {
  return mit_key !== null && remote_id === null && (state === "charging" || state === "in_doubt");
}

/** Returns when a lost charge is searched for next; null: not automatically. */
export function nextLostInspection(begun: Date, now: Date): Date | null {
  const elapsed = now.getTime() - begun.getTime();
  const next = inspectionAges.find((at) => at > elapsed);
  return next === undefined ? null : new Date(begun.getTime() + next);
}

/**
 * Recovers a single-step charge whose answer was lost. Objects that the gateway lists are linked to the
 * payment. While the key is valid, an inspection repeats the identical request. Later it only searches, until
 * the report proves that nothing was charged. Gateway errors are thrown.
 */
export async function recover(
  billing: Billing,
  { gateway, saved }: { gateway: Gateway; saved: SavedCharges },
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  cause: string,
): Promise<void> {
  const attempt = await findAttempt(billing.db, payment.id);
  if (attempt?.body == null || payment.key_until === null) return;
  const now = billing.clock.now();
  const begun = attempt.created_at;
  const elapsed = now.getTime() - begun.getTime();
  const found = await saved.find({
    paymentId: payment.id,
    orderNumber: orderNumberOf(order),
    since: new Date(begun.getTime() - clockSkew),
    now,
    inReport: elapsed >= reportAfter,
  });
  for (const remoteId of found.remoteIds) await adoptRemote(billing, gateway, payment, remoteId);
  if (found.remoteIds.length > 0) return;
  if (found.paidElsewhere) {
    const error = new GatewayRefused("DUPLICATE_INVOICE_ID", "The invoice number was paid by somebody else");
    return noteMerchantFault(billing, { payment, attempt, error });
  }
  // The gateway may have forgotten the key of a request that the backup does not know to be answered.
  if ((await findRestoredSnapshot(billing.db)) !== null) return;
  const tried = { order, payment, attempt };
  // The first call may still be in flight from another process.
  const underWay = payment.state === "charging" && isUnderWay(begun, now);
  if (now < payment.key_until) {
    if (cause === "inspection" && !underWay)
      await sendAgain(billing, { gateway, saved }, tried, attempt.body);
  } else if (elapsed >= provenAfter && found.proves === true)
    await resetCharge(billing, payment, attempt.id, "not_done");
}

/**
 * Links a remote object that carries a payment's id, as its own or as its second capture. Returns whether it
 * is ours.
 */
export async function adoptRemote(
  billing: Billing,
  gateway: Gateway,
  payment: Pick<PaymentRow, "id">,
  remoteId: string,
): Promise<boolean> {
  const snapshot = await gateway.fetchPayment(remoteId);
  const adopted = await adopt(billing, payment.id, snapshot);
  if (adopted === "ours") await settle(billing, payment.id, snapshot, "charge");
  return adopted !== "not_ours";
}

async function sendAgain(
  billing: Billing,
  { gateway, saved }: { gateway: Gateway; saved: SavedCharges },
  tried: SavedAttempt,
  request: string,
): Promise<void> {
  const { payment, attempt } = tried;
  let charge: SavedCharge;
  try {
    charge = await saved.send(attempt.idem_key, request);
  } catch (error) {
    if (error instanceof GatewayRefused)
      // The refusal says nothing about what the lost request did.
      billing.faults.note(payment.gateway, error, { order: payment.order_id, payment: payment.id });
    else if (!(error instanceof GatewayBusy))
      billing.log.warn(
        { payment: payment.id, reason: reasonOf(error) },
        "Charge outcome still unknown; inspections will look for it",
      );
    if (!(error instanceof GatewayBusy))
      await markLost(billing, payment, { mayRepeat: !(error instanceof GatewayPaidBefore) });
    return;
  }
  await conclude(billing, gateway, tried, charge);
}
