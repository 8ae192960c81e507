import type { Order, SavedMethod } from "@cliffhanger/contract";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, call } from "../../../lib/api.ts";
import { useLanguage, useMessages } from "../../../lib/use-language.ts";
import { useRestored } from "../../../lib/use-restored.ts";
import { nameSaved } from "../describe-method.ts";
import type { NamedOrder } from "../order-key.ts";
import { barPrice } from "../prices.ts";
import { loadGatewayScript } from "./gateway-script.ts";
import { PayButton } from "./pay-button.tsx";
import type { CardGateway } from "./use-card-fields.ts";
import { type PayStep, useOrderAnswers } from "./use-order-answers.ts";

interface SavedPayProps {
  named: NamedOrder;
  order: Order;
  method: SavedMethod;
  gateway: CardGateway;
  /** Whether it was chosen on the page before, and waits for the bank: the bank is asked at once. */
  continues: boolean;
  /** What renews when, right above the button. */
  terms: ReactNode;
}

/** Renders one button that pays an order by a saved method, with the bank's confirmation where it wants one. */
export function SavedPay({ named, order, method, gateway, continues, terms }: SavedPayProps) {
  const t = useMessages();
  const language = useLanguage();
  const [step, setStep] = useState<PayStep>("idle");
  const [message, setMessage] = useState("");
  const isBusy = useRef(false);
  // A restored page is no longer on the way to the gateway.
  useRestored(() => {
    isBusy.current = false;
    setStep("idle");
  });
  const { afterPayment, afterRefusal } = useOrderAnswers(setStep)(named);
  const stripe = async () => (await loadGatewayScript(gateway.scriptUrl))(gateway.publishableKey);

  async function charge() {
    try {
      const request = { method: "saved" as const, orderId: order.id, instrumentId: method.id };
      return await afterPayment(await call("POST /api/payment/pay", request, { quiet: true }), stripe);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return afterRefusal(error);
    }
  }

  async function pay(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setStep("paying");
    setMessage("");
    const fault = await charge().catch(() => ({ message: t("errors.general") }));
    // The page is being left: it stays busy.
    if (!fault) return;
    setMessage(fault.message);
    isBusy.current = false;
    setStep("idle");
  }

  const askBank = useEffectEvent(() => void pay());
  useEffect(() => {
    if (continues) askBank();
  }, [continues]);

  return (
    <form
      method="post"
      aria-busy={step !== "idle"}
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <div role="alert">
        {message ? (
          <p className="mb-3 rounded-lg border border-accent bg-raised px-4 py-3 text-sm">{message}</p>
        ) : null}
      </div>
      <p className="mb-3 text-sm text-text/85">{terms}</p>
      <PayButton
        step={step}
        label={t("offer.paySaved", { price: barPrice(order.total, language), method: nameSaved(method) })}
        busyLabel={t("pay.paying")}
        ready
      />
    </form>
  );
}
