import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../records/gateway.ts";
import type { AttemptRow, PaymentRow } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { noteMerchantFault } from "./merchant-fault.ts";

/**
 * Does what moves no money; where the gateway cannot be asked, the person is told to try again, and where it refuses because of
 * us, that we are at fault.
 */
export async function nothingMoves<T>(
  billing: Billing,
  payment: PaymentRow,
  ask: () => Promise<T>,
  attempt: AttemptRow | null = null,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GatewayRefused) {
      if (error.fault === "buyer")
        throw explainedRefusal(payment.gateway === "stripe" ? "card_refused" : "paypal_declined");
      await noteMerchantFault(billing, { payment, attempt, error });
      throw explainedRefusal("merchant_fault");
    }
    if (!(error instanceof GatewayBusy) && !(error instanceof GatewayUnknown)) throw error;
    billing.log.warn({ payment: payment.id, reason: reasonOf(error) }, "A gateway could not be asked");
    throw explainedRefusal("gateway_down");
  }
}
