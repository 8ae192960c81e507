import { useRef, useState } from "react";
import { useMessages } from "../../../lib/use-language.ts";
import { useRestored } from "../../../lib/use-restored.ts";
import { findFormFaults, type Payer, type PayFault } from "./payer-faults.ts";
import type { CardFields, MountedGateway } from "./use-card-fields.ts";
import type { PayStep } from "./use-order-answers.ts";

/** Uses a card: resolves to the fault to show, or to null when it leaves the page. */
export type UseCard = (gateway: MountedGateway, payer: Payer) => Promise<PayFault | null>;

/** A card payment in progress. */
export interface CardPayment {
  fault: PayFault | null;
  pay: (payer: Payer) => void;
}

/** Checks the fields, gives the card to the gateway and its token to our API, one tap at a time. */
export function useCardPayment(
  fields: CardFields,
  charge: UseCard,
  setStep: (step: PayStep) => void,
): CardPayment {
  const t = useMessages();
  const [fault, setFault] = useState<PayFault | null>(null);
  const isBusy = useRef(false);
  // A restored page is no longer on the way to the gateway.
  useRestored(() => {
    isBusy.current = false;
    setStep("idle");
  });

  async function start(payer: Payer): Promise<void> {
    isBusy.current = true;
    setStep("paying");
    try {
      const gateway = fields.gateway();
      const found = gateway
        ? await charge(gateway, payer)
        : { fields: {}, message: t("pay.faults.fieldsGone") };
      // The page is being left: it stays busy, so that another tap cannot pay twice on the way out.
      if (!found) return;
      setFault(found);
    } catch {
      setFault({ fields: {}, message: t("errors.general") });
    }
    isBusy.current = false;
    setStep("idle");
  }

  return {
    fault,
    pay: (payer) => {
      if (isBusy.current) return;
      const found = findFormFaults(payer, fields.states, t);
      setFault(found);
      if (!found) void start(payer);
    },
  };
}
