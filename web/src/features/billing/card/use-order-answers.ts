import type { Order, PayNext } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { Stripe } from "@stripe/stripe-js";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "../../../lib/api.ts";
import type { Translate } from "../../../lib/messages.ts";
import { useLanguage, useMessages } from "../../../lib/use-language.ts";
import { visitStore } from "../../../lib/visit-storage.ts";
import { forgetClientToken } from "../client-token.ts";
import { type NamedOrder, orderAddress } from "../order-key.ts";
import { orderQuery } from "../queries.ts";
import { isPayerField, type PayFault } from "./payer-faults.ts";

/** How far a card payment is. */
export type PayStep = "idle" | "paying" | "bank" | "checking";

/** What the pay call answers. */
interface Paid {
  order: Order;
  next: PayNext | null;
}

/** Seconds between checks of an order whose answer was lost; after the last one the result page continues. */
const recheckDelays = [1, 2, 3, 5];

/** What the answers to a payment of one order lead to. */
export type OrderAnswers = ReturnType<ReturnType<typeof useOrderAnswers>>;

/**
 * Returns what the answers to a payment of an order lead to, whether the card is new, saved or in a wallet: each function
 * resolves to the fault to show, or to null when it leaves the page.
 * @param onPaid leaves the page of a paid order; by default for its result
 */
export function useOrderAnswers(onStep: (step: PayStep) => void, onPaid?: (order: Order) => void) {
  const t = useMessages();
  const client = useQueryClient();
  const language = useLanguage();
  return (named: NamedOrder) => answersOf(named, { t, client, language, onStep, onPaid });
}

interface Around {
  t: Translate;
  client: QueryClient;
  language: Language;
  onStep: (step: PayStep) => void;
  onPaid: ((order: Order) => void) | undefined;
}

function answersOf(named: NamedOrder, { t, client, language, onStep, onPaid }: Around) {
  const leaveForResult = () => location.replace(orderAddress("result", named, visitStore));
  const refetchOrder = () => client.fetchQuery({ ...orderQuery(named, language), staleTime: 0 });

  async function afterPayment(
    { order, next }: Paid,
    stripe: () => Promise<Stripe>,
  ): Promise<PayFault | null> {
    if (!next) return afterAnswer(order);
    if (next.type === "redirect") {
      location.assign(next.url);
      return null;
    }
    onStep("bank");
    const { error } = await (await stripe()).handleNextAction({ clientSecret: next.clientSecret });
    // Cancelled or failed at the bank: nothing was charged, and the same order may be paid at once.
    if (error?.code === "payment_intent_authentication_failure")
      return { fields: {}, message: t("pay.faults.bank") };
    return await afterDoubt();
  }

  function afterAnswer(order: Order): PayFault | null {
    client.setQueryData(orderQuery(named, language).queryKey, order);
    // Where the episode goes on at once, no page of the result does it: the next purchase of the same plan is a new order.
    if (order.state === "paid") forgetClientToken(visitStore);
    if (order.state !== "pending") {
      if (order.state === "paid" && onPaid) onPaid(order);
      else leaveForResult();
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

  return { afterPayment, afterRefusal };
}
