import type { MethodChange } from "@cliffhanger/contract";
import type { Stripe } from "@stripe/stripe-js";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../../lib/api.ts";
import { useLanguage, useMessages } from "../../../lib/use-language.ts";
import { methodChangeQuery } from "../queries.ts";
import type { PayFault } from "./payer-faults.ts";
import { readCard } from "./read-card.ts";
import type { UseCard } from "./use-card-payment.ts";
import type { PayStep } from "./use-order-answers.ts";

/** Seconds between checks of a change whose outcome is unknown. */
const recheckDelays = [1, 2, 3, 5];

/** The gateway's token for a card, or for what a wallet authorised. */
export type SavedToken = { paymentMethod: string } | { confirmationToken: string };

/** Saves what a token names: resolves to the fault to show, or to null when it leaves the page. */
export type SaveMethod = (stripe: Stripe, token: SavedToken) => Promise<PayFault | null>;

/**
 * Returns a function that saves a card, or a wallet's, as what the membership renews by. Nothing leaves this page without
 * it.
 */
export function useSaveMethod(setupId: string, onStep: (step: PayStep) => void): SaveMethod {
  const t = useMessages();
  const client = useQueryClient();
  const language = useLanguage();
  const refetch = () => client.fetchQuery({ ...methodChangeQuery(setupId, language), staleTime: 0 });

  function afterAnswer({ state, declined }: MethodChange): PayFault | null {
    if (state !== "succeeded") return { fields: {}, message: declined?.message ?? t("methods.notSaved") };
    location.replace("/individual");
    return null;
  }

  async function afterDoubt(): Promise<PayFault | null> {
    onStep("checking");
    for (const seconds of recheckDelays) {
      const change = await refetch().catch(() => null);
      if (change && (change.state !== "action" || change.declined)) return afterAnswer(change);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    return { fields: {}, message: t("methods.notSaved") };
  }

  return async (stripe, token) => {
    try {
      const change = await call("POST /api/payment/method", { setupId, ...token }, { quiet: true });
      if (change.next?.type !== "action") return afterAnswer(change);
      onStep("bank");
      const { error } = await stripe.handleNextAction({ clientSecret: change.next.clientSecret });
      if (error?.code === "setup_intent_authentication_failure")
        return { fields: {}, message: t("methods.bank") };
      return await afterDoubt();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 0 || error.code >= 502) return afterDoubt();
      return { fields: {}, message: error.message || t("methods.notSaved") };
    }
  };
}

/** Returns what the card form does with its card: it is saved. */
export function useSaveCard(save: SaveMethod): UseCard {
  const t = useMessages();
  return async (gateway, payer) => {
    const { id, fault } = await readCard(gateway, payer, t);
    return fault ?? save(gateway.stripe, { paymentMethod: id });
  };
}
