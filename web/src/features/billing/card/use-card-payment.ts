import { useRef, useState } from "react";
import { useMessages } from "../../../lib/use-language.ts";
import type { NamedOrder } from "../order-key.ts";
import { findFormFaults, type Payer, type PayFault } from "./payer-faults.ts";
import type { CardFields } from "./use-card-fields.ts";
import { type PayStep, useChargeCard } from "./use-charge-card.ts";

/** A card payment in progress. */
export interface CardPayment {
  step: PayStep;
  fault: PayFault | null;
  pay: (payer: Payer) => void;
}

/** Pays an order by card: checks the fields, gives the card to the gateway and its token to our API, one tap at a time. */
export function useCardPayment(named: NamedOrder, fields: CardFields): CardPayment {
  const t = useMessages();
  const [step, setStep] = useState<PayStep>("idle");
  const [fault, setFault] = useState<PayFault | null>(null);
  const isBusy = useRef(false);
  const charge = useChargeCard(named, setStep);

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
    step,
    fault,
    pay: (payer) => {
      if (isBusy.current) return;
      const found = findFormFaults(payer, fields.states, t);
      setFault(found);
      if (!found) void start(payer);
    },
  };
}
