import type { Billing } from "../records/billing.ts";
import { reasonOf } from "../records/reason.ts";
import { listUnwanted } from "../records/settlement/repository.ts";
import { refundPayment } from "./refund.ts";

const BATCH = 10;

/**
 * Refunds payments that came too late or twice. Returns how many there were. Throws if a refund could not be
 * started, so that the task backs off.
 */
export async function refundUnwanted(billing: Billing): Promise<number> {
  const unwanted = await listUnwanted(billing.db, BATCH);
  const faults: unknown[] = [];
  for (const { payment_id: payment, order_id: order } of unwanted) {
    try {
      await refundPayment(
        billing,
        { orderId: order, paymentId: payment },
        {
          by: "system",
          reason: "paid_late",
        },
      );
    } catch (error) {
      billing.log.error(
        { payment, order, reason: reasonOf(error) },
        "Refund of an unwanted payment failed; will retry",
      );
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, "Not all unwanted money could be given back");
  return unwanted.length;
}
