import type { Order } from "@cliffhanger/contract";
import type { Stripe } from "@stripe/stripe-js";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../../lib/api.ts";
import { useLanguage, useMessages } from "../../../lib/use-language.ts";
import { visitStore } from "../../../lib/visit-storage.ts";
import { type NamedOrder, orderAddress } from "../order-key.ts";
import { orderQuery } from "../queries.ts";
import { isPayerField, type Payer, type PayFault } from "./payer-faults.ts";
import { readCard } from "./read-card.ts";
import type { MountedGateway } from "./use-card-fields.ts";

/** How far a card payment is. */
export type PayStep = "idle" | "paying" | "bank" | "checking";

/** Seconds between checks of an order whose answer was lost; after the last one the result page continues. */
const recheckDelays = [1, 2, 3, 5];

/**
 * Returns a function that charges a card for an order. It resolves to the fault to show, or to null when it leaves the
 * page.
 */
export function useChargeCard(named: NamedOrder, onStep: (step: PayStep) => void) {
  const t = useMessages();
  const client = useQueryClient();
  const language = useLanguage();
  const leaveForResult = () => location.replace(orderAddress("result", named, visitStore));
  const refetchOrder = () => client.fetchQuery({ ...orderQuery(named, language), staleTime: 0 });

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
    const { order, next } = await call(
      "POST /api/payment/pay",
      {
        method: "card",
        orderId: named.orderId,
        ...(named.orderKey ? { orderKey: named.orderKey } : {}),
        paymentMethod,
        firstName: payer.firstName.trim(),
        lastName: payer.lastName.trim(),
        email: payer.email.trim(),
      },
      { quiet: true },
    );
    if (!next) return afterAnswer(order);
    onStep("bank");
    const { error } = await stripe.handleNextAction({ clientSecret: next.clientSecret });
    // Cancelled or failed at the bank: nothing was charged, and the same order may be paid at once.
    if (error?.code === "payment_intent_authentication_failure")
      return { fields: {}, message: t("pay.faults.bank") };
    return await afterDoubt();
  }

  function afterAnswer(order: Order): PayFault | null {
    client.setQueryData(orderQuery(named, language).queryKey, order);
    if (order.state !== "pending") {
      leaveForResult();
      return null;
    }
    return { fields: {}, message: order.declined?.message ?? t("pay.faults.again") };
  }

  async function afterRefusal(error: ApiError): Promise<PayFault | null> {
    // The outcome is unknown, so the order is checked before anything is shown.
    if (error.code === 0 || error.code >= 502) return afterDoubt();
    const ours = error.fields.filter(({ field }) => isPayerField(field));
    // One decline too many closes the order: the page must stop asking for a card.
    void refetchOrder().catch(() => undefined);
    return {
      fields: Object.fromEntries(ours.map(({ field, message }) => [field, message])),
      message: ours.length > 0 ? "" : error.message || t("pay.faults.again"),
    };
  }

  async function afterDoubt(): Promise<PayFault | null> {
    onStep("checking");
    let isReachable = false;
    for (const seconds of recheckDelays) {
      const order = await refetchOrder().catch(() => null);
      isReachable ||= order !== null;
      if (order && order.state !== "processing") return afterAnswer(order);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    if (!isReachable) return { fields: {}, message: t("pay.faults.offline") };
    leaveForResult();
    return null;
  }

  return charge;
}
