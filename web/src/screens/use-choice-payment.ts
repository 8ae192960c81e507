import type { Order, PlanList, User } from "@cliffhanger/contract";
import { type RefObject, useRef, useState } from "react";
import { keepPaidOrder } from "../features/attribution/track-paid-order.ts";
import { type PayStep, useOrderAnswers } from "../features/billing/card/use-order-answers.ts";
import type { AskedChoice } from "../features/billing/choice-address.ts";
import { openChoice } from "../features/billing/open-choice.ts";
import { orderAddress } from "../features/billing/order-key.ts";
import type { Sold } from "../features/billing/sold.ts";
import { useAgreed } from "../features/billing/use-agreed.ts";
import { usePayWallet, type WalletPayer } from "../features/billing/wallet/use-pay-wallet.ts";
import { ApiError } from "../lib/api.ts";
import { useMessages } from "../lib/use-language.ts";
import { useRestored } from "../lib/use-restored.ts";
import { visitStore } from "../lib/visit-storage.ts";

interface ChoicePaymentInput {
  asked: AskedChoice;
  episodeId: string | null;
  sale: PlanList;
  sold: Sold;
  user: User;
  /** Where the customer came from, and goes on after paying. */
  back: string;
  /** Fetches prices and terms again. */
  refresh: () => void;
}

/** What is wrong, and the part of the page that shows it. */
interface ChoiceFault {
  about: "agree" | "pay";
  message: string;
}

/** Returns the state of a choice that is being paid, and the ways to pay it: each opens the same order. */
export function useChoicePayment(input: ChoicePaymentInput) {
  const { asked, episodeId, sale, sold, user, back, refresh } = input;
  const t = useMessages();
  const [step, setStep] = useState<PayStep>("idle");
  // Unlike the payer's name it is never brought back: who returns agrees to the terms as they read now.
  const [agreed, setAgreed] = useAgreed(
    `${sale.consent.version} ${sold.price.amount} ${sold.price.currency}`,
  );
  const [kept, keep] = useState(false);
  const [fault, setFault] = useState<ChoiceFault | null>(null);
  const consent = useRef<HTMLDivElement>(null);
  // The episode plays on at once; a membership bought from no series has a page of its own.
  const goOn = (order: Order) => {
    keepPaidOrder(order, visitStore);
    location.replace(back);
  };
  const answersFor = useOrderAnswers(setStep, asked.seriesId ? goOn : undefined);

  const open = async (method: "card" | "wallet", payer: WalletPayer) => {
    const guest = user.kind === "guest" ? payer : null;
    return (await openChoice({ asked, episodeId, sold, sale, method, guest })).order;
  };
  const fail = (message: string) => {
    setStep("idle");
    setFault({ about: "pay", message });
    // Prices, terms and rights may have changed since.
    refresh();
  };
  // A restored page is no longer on the way to the gateway.
  useRestored(() => setStep("idle"));

  const payByWallet = usePayWallet({
    open: (payer) => open("wallet", payer),
    answersFor,
    onBusy: (isBusy) => {
      if (isBusy) setFault(null);
      setStep(isBusy ? "paying" : "idle");
    },
    onFault(message, error) {
      setFault({ about: "pay", message });
      // Prices, terms and rights may have changed since.
      if (error) refresh();
    },
  });

  return {
    step,
    setStep,
    /** Whether the PayPal account is to be kept for later unlocks. */
    kept,
    keep,
    agreed,
    agree: (next: boolean) => {
      setAgreed(next);
      setFault(null);
    },
    messageAbout: (part: ChoiceFault["about"]) => (fault?.about === part ? fault.message : null),
    consent,
    isAgreed: () => {
      if (agreed) return true;
      setFault({ about: "agree", message: t("offer.agreeFirst") });
      focusBox(consent);
      return false;
    },
    payByWallet,
    async payByPaypal() {
      setFault(null);
      setStep("paying");
      const given = { asked, episodeId, sold, sale, method: "paypal", guest: null } as const;
      try {
        const { order, next } = await openChoice({
          ...given,
          kept,
          leaves: { goOn: asked.seriesId ? back : null },
        });
        const named = { orderId: order.id, orderKey: null };
        // An order that is paid or in progress needs no approval: it continues at its result.
        location.assign(next?.type === "redirect" ? next.url : orderAddress("result", named, visitStore));
      } catch (error) {
        const known = error instanceof ApiError ? error : null;
        fail(known?.fields[0]?.message || known?.message || t("errors.general"));
      }
    },
    openByCard: (payer: WalletPayer) =>
      open("card", payer).catch((error: unknown) => {
        refresh();
        throw error;
      }),
    answersFor,
  };
}

function focusBox({ current }: RefObject<HTMLDivElement | null>): void {
  const box = current?.querySelector<HTMLElement>("input[type=checkbox]");
  box?.scrollIntoView({ block: "center" });
  box?.focus({ preventScroll: true });
}
