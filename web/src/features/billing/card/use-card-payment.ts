import type { Order } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, call } from "../../../lib/api.ts";
import type { MessageId } from "../../../lib/messages.ts";
import { useLanguage, useMessages } from "../../../lib/use-language.ts";
import { visitStore } from "../../../lib/visit-storage.ts";
import { type NamedOrder, orderAddress } from "../order-key.ts";
import { orderQuery } from "../queries.ts";
import { type CardField, cardFault, faultWhenPaying } from "./card-faults.ts";
import type { CardFields } from "./use-card-fields.ts";

/** The three fields that are ours. */
export interface Payer {
  firstName: string;
  lastName: string;
  email: string;
}

/** What is wrong: beside fields, or with the payment as a whole. */
export interface PayFault {
  fields: Partial<Record<CardField | keyof Payer, string>>;
  message: string;
}

/** A card payment on its way. */
export interface CardPayment {
  step: "idle" | "paying" | "bank" | "checking";
  fault: PayFault | null;
  pay: (payer: Payer) => void;
}

const ownPrompts: Record<keyof Payer, MessageId> = {
  firstName: "pay.faults.firstName",
  lastName: "pay.faults.lastName",
  email: "pay.faults.email",
};
const cardNames = ["number", "expiry", "cvc"] as const;
/** Seconds between looks at an order whose answer was lost, before the result page takes over. */
const looks = [1, 2, 3, 5];

/** Pays an order by card, once however often it is asked to: look at the fields, hand the card to the gateway, then to us. */
export function useCardPayment(named: NamedOrder, fields: CardFields): CardPayment {
  const t = useMessages();
  const client = useQueryClient();
  const language = useLanguage();
  const [step, setStep] = useState<CardPayment["step"]>("idle");
  const [fault, setFault] = useState<PayFault | null>(null);
  const busy = useRef(false);

  const toResult = () => location.replace(orderAddress("result", named, visitStore));
  const look = () => client.fetchQuery({ ...orderQuery(named, language), staleTime: 0 });

  function missing(payer: Payer): PayFault | null {
    const found: PayFault["fields"] = {};
    for (const field of cardNames) {
      const key = faultWhenPaying(field, fields.states[field]);
      if (key) found[field] = t(key);
    }
    for (const name of ["firstName", "lastName", "email"] as const) {
      if (!payer[name].trim()) found[name] = t(ownPrompts[name]);
    }
    if (payer.email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payer.email.trim()))
      found.email = t("pay.faults.emailWrong");
    return Object.keys(found).length > 0 ? { fields: found, message: "" } : null;
  }

  // Ends in words to read, or in leaving the page: then it stays busy, so that nothing is paid twice on the way out.
  async function run(payer: Payer): Promise<PayFault | null> {
    const gateway = fields.gateway();
    if (!gateway) return { fields: {}, message: t("pay.faults.fieldsGone") };
    const { stripe, card } = gateway;
    const name = `${payer.firstName.trim()} ${payer.lastName.trim()}`;
    const made = await stripe.createPaymentMethod({
      type: "card",
      card,
      billing_details: { name, email: payer.email.trim() },
    });
    if (made.error) {
      const known = cardFault(made.error.code);
      return known
        ? { fields: { [known.field]: t(known.key) }, message: "" }
        : { fields: {}, message: t("pay.faults.gateway") };
    }
    try {
      const { order, next } = await call(
        "POST /api/payment/pay",
        {
          method: "card",
          orderId: named.orderId,
          ...(named.orderKey ? { orderKey: named.orderKey } : {}),
          paymentMethod: made.paymentMethod.id,
          firstName: payer.firstName.trim(),
          lastName: payer.lastName.trim(),
          email: payer.email.trim(),
        },
        { quiet: true },
      );
      if (!next) return afterAnswer(order);
      setStep("bank");
      const { error } = await stripe.handleNextAction({ clientSecret: next.clientSecret });
      // Called off or failed there: nothing was charged, and the same order may be paid at once.
      if (error?.code === "payment_intent_authentication_failure")
        return { fields: {}, message: t("pay.faults.bank") };
      return await afterDoubt();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return afterRefusal(error);
    }
  }

  function afterAnswer(order: Order): PayFault | null {
    client.setQueryData(orderQuery(named, language).queryKey, order);
    if (order.state !== "pending") {
      toResult();
      return null;
    }
    return { fields: {}, message: order.declined?.message ?? t("pay.faults.again") };
  }

  async function afterRefusal(error: ApiError): Promise<PayFault | null> {
    // Nobody knows whether the money moved: first look, then speak.
    if (error.code === 0 || error.code >= 502) return afterDoubt();
    const own = error.fields.filter(({ field }) => field in ownPrompts);
    // One refusal too many closes the order: the page must not go on asking for a card.
    void look().catch(() => undefined);
    return {
      fields: Object.fromEntries(own.map(({ field, message }) => [field, message])),
      message: own.length > 0 ? "" : error.message || t("pay.faults.again"),
    };
  }

  async function afterDoubt(): Promise<PayFault | null> {
    setStep("checking");
    let heard = false;
    for (const seconds of looks) {
      const order = await look().catch(() => null);
      heard ||= order !== null;
      if (order && order.state !== "processing") return afterAnswer(order);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    if (!heard) return { fields: {}, message: t("pay.faults.offline") };
    toResult();
    return null;
  }

  async function start(payer: Payer): Promise<void> {
    busy.current = true;
    setStep("paying");
    try {
      const found = await run(payer);
      if (!found) return;
      setFault(found);
    } catch {
      setFault({ fields: {}, message: t("errors.general") });
    }
    busy.current = false;
    setStep("idle");
  }

  return {
    step,
    fault,
    pay: (payer) => {
      if (busy.current) return;
      const found = missing(payer);
      setFault(found);
      if (!found) void start(payer);
    },
  };
}
