import type { Billing } from "../records/billing.ts";
import { reasonOf } from "../records/reason.ts";
import { listUnwanted } from "../records/settlement/repository.ts";
import { refundPayment } from "./refund.ts";

const batch = 10;

/**
 * Asks back the money that came too late or twice and gives a right to nothing. Returns how many there were; where asking
 * fails, it is thrown, so that the work waits before it tries again.
 */
export async function refundUnwanted(billing: Billing): Promise<number> {
  const unwanted = await listUnwanted(billing.db, batch);
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
        "Unwanted money could not be given back yet",
      );
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, "Not all unwanted money could be given back");
  return unwanted.length;
}
