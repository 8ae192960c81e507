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
import { settle } from "../../settlement/settle.ts";
import { noteMerchantFault } from "../merchant-fault.ts";
import { adopt } from "./adopt.ts";
import { conclude, type SavedTry } from "./conclude.ts";
import { markLost, setBack } from "./lost-charge.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** From then on the report of all transactions is asked too: it is hours late. */
const reportAfter = 6 * hour;
/** From then on, what the report does not hold was not charged. */
const provenAfter = 48 * hour;
/** When a lost single-step charge is looked for, counted from its first call; after the last, a person must. */
const looks = [
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
/** The first call may be a little before what the gateway's clock says of it. */
const clockSkew = 5 * minute;

/** Whether nobody knows yet what a single-step charge came to. */
export function isLost({ mit_key, remote_id, state }: PaymentRow): boolean {
  return mit_key !== null && remote_id === null && (state === "charging" || state === "in_doubt");
}

/** When a lost charge is looked for next; null: not by itself any more. */
export function nextLostLook(begun: Date, now: Date): Date | null {
  const elapsed = now.getTime() - begun.getTime();
  const next = looks.find((at) => at > elapsed);
  return next === undefined ? null : new Date(begun.getTime() + next);
}

/**
 * Finds out what a single-step charge came to whose answer was lost. What the gateway lists of it is taken over; while its key
 * lives, an inspection sends the very same request again; later it is only looked for, until the report proves that nothing
 * was charged. Gateway faults are thrown.
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
  for (const remoteId of found.remoteIds) await takeOver(billing, gateway, payment, remoteId);
  if (found.remoteIds.length > 0) return;
  if (found.foreign) {
    const error = new GatewayRefused("DUPLICATE_INVOICE_ID", "The invoice number was paid by somebody else");
    return noteMerchantFault(billing, { payment, attempt, error });
  }
  const tried = { order, payment, attempt };
  // Its first call may still be under way in another process.
  const underWay = payment.state === "charging" && isUnderWay(begun, now);
  if (now < payment.key_until) {
    if (cause === "inspection" && !underWay)
      await sendAgain(billing, { gateway, saved }, tried, attempt.body);
  } else if (elapsed >= provenAfter && found.proves === true)
    await setBack(billing, payment, attempt.id, "not_done");
}

/** Takes a remote object over that carries a payment's id: as its own, or as the second that its money was taken by. */
export async function takeOver(
  billing: Billing,
  gateway: Gateway,
  payment: Pick<PaymentRow, "id">,
  remoteId: string,
): Promise<boolean> {
  const snapshot = await gateway.look(remoteId);
  const adopted = await adopt(billing, payment.id, snapshot);
  if (adopted === "ours") await settle(billing, payment.id, snapshot, "charge");
  return adopted !== "foreign";
}

async function sendAgain(
  billing: Billing,
  { gateway, saved }: { gateway: Gateway; saved: SavedCharges },
  tried: SavedTry,
  request: string,
): Promise<void> {
  const { payment, attempt } = tried;
  let charge: SavedCharge;
  try {
    charge = await saved.send(attempt.idem_key, request);
  } catch (error) {
    if (error instanceof GatewayRefused)
      // What the lost one did is still not known.
      billing.faults.note(payment.gateway, error, { order: payment.order_id, payment: payment.id });
    else if (!(error instanceof GatewayBusy))
      billing.log.warn(
        { payment: payment.id, reason: reasonOf(error) },
        "Whether a charge was made is still not known",
      );
    if (!(error instanceof GatewayBusy))
      await markLost(billing, payment, { mayRepeat: !(error instanceof GatewayPaidBefore) });
    return;
  }
  await conclude(billing, gateway, tried, charge);
}
