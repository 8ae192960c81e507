import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../records/gateway.ts";
import type { AttemptRow, PaymentRow } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { noteMerchantFault } from "./merchant-fault.ts";

/**
 * Runs a gateway call that moves no money. Throws a DomainError: `gateway_down` if the gateway cannot be
 * reached, and `merchant_fault` if it refuses because of the merchant.
 */
export async function runWithoutCharge<T>(
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
    billing.log.warn(
      { payment: payment.id, reason: reasonOf(error) },
      "Gateway unavailable; nothing was charged",
    );
    throw explainedRefusal("gateway_down");
  }
}
