import { ApiError, call } from "../../../lib/api.ts";
import { useMessages } from "../../../lib/use-language.ts";
import type { NamedOrder } from "../order-key.ts";
import type { Payer, PayFault } from "./payer-faults.ts";
import { readCard } from "./read-card.ts";
import type { MountedGateway } from "./use-card-fields.ts";
import type { UseCard } from "./use-card-payment.ts";
import type { OrderAnswers } from "./use-order-answers.ts";

/**
 * Returns a function that charges a card for an order. It resolves to the fault to show, or to null when it leaves the
 * page. With `keepVersion` the card is kept for later unlocks, by the consent of that version.
 * @param open returns the order to pay, which may be opened only now, or the fault that it could not be
 */
export function useChargeCard(
  open: (payer: Payer) => Promise<{ named: NamedOrder; fault?: never } | { named?: never; fault: PayFault }>,
  answersFor: (named: NamedOrder) => OrderAnswers,
  keepVersion: string | null = null,
): UseCard {
  const t = useMessages();

  async function charge(gateway: MountedGateway, payer: Payer): Promise<PayFault | null> {
    const { id, fault } = await readCard(gateway, payer, t);
    if (fault) return fault;
    const opened = await open(payer);
    if (opened.fault) return opened.fault;
    const { afterPayment, afterRefusal } = answersFor(opened.named);
    try {
      return await afterPayment(await payWith(opened.named, id, payer), async () => gateway.stripe);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return afterRefusal(error);
    }
  }

  function payWith(named: NamedOrder, paymentMethod: string, payer: Payer) {
    return call(
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
  }

  return charge;
}
