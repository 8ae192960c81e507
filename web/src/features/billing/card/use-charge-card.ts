import type { Stripe } from "@stripe/stripe-js";
import { ApiError, call } from "../../../lib/api.ts";
import { useMessages } from "../../../lib/use-language.ts";
import type { NamedOrder } from "../order-key.ts";
import type { Payer, PayFault } from "./payer-faults.ts";
import { readCard } from "./read-card.ts";
import type { MountedGateway } from "./use-card-fields.ts";
import type { UseCard } from "./use-card-payment.ts";
import { type PayStep, useOrderAnswers } from "./use-order-answers.ts";

/**
 * Returns a function that charges a card for an order. It resolves to the fault to show, or to null when it leaves the
 * page. With `keepVersion` the card is kept for later unlocks, by the consent of that version.
 */
export function useChargeCard(
  named: NamedOrder,
  onStep: (step: PayStep) => void,
  keepVersion: string | null = null,
): UseCard {
  const t = useMessages();
  const { afterPayment, afterRefusal } = useOrderAnswers(named, onStep);

  async function charge(gateway: MountedGateway, payer: Payer): Promise<PayFault | null> {
    const { id, fault } = await readCard(gateway, payer, t);
    if (fault) return fault;
    try {
      return await payWith(id, payer, gateway.stripe);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return afterRefusal(error);
    }
  }

  async function payWith(paymentMethod: string, payer: Payer, stripe: Stripe): Promise<PayFault | null> {
    const paid = await call(
      "POST /api/payment/pay",
      {
        method: "card",
        orderId: named.orderId,
        ...(named.orderKey ? { orderKey: named.orderKey } : {}),
        paymentMethod,
        firstName: payer.firstName.trim(),
        lastName: payer.lastName.trim(),
        email: payer.email.trim(),
        ...(keepVersion === null ? {} : { keep: true, keepVersion }),
      },
      { quiet: true },
    );
    return afterPayment(paid, async () => stripe);
  }

  return charge;
}
