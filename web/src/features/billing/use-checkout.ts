import type { Order, PlanList, SavedMethod } from "@cliffhanger/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { cookiesWork } from "../../lib/cookies.ts";
import { useMessages } from "../../lib/use-language.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { trackChoice, trackSubmit } from "./checkout-events.ts";
import { readPending, savePending } from "./pending-order.ts";
import { isOrderable } from "./place-order.ts";
import { type Choice, type PayMethod, type Selection, savedMethodOf, soldSelection } from "./selection.ts";
import { type Sold, soldFor } from "./sold.ts";
import { useAgreed } from "./use-agreed.ts";
import { type OrderPlacement, useOrderPlacement } from "./use-order-placement.ts";

/** What is wrong, and the part of the form that shows it. */
export interface CheckoutFault {
  about: "choice" | "agree" | "order";
  message: string;
}

/** A purchase until the page is left for the payment. */
export interface Checkout extends Pick<OrderPlacement, "step" | "hasAgreed" | "joined" | "back"> {
  /** The chosen plan, episode and method, as far as they are on sale. */
  selection: Selection;
  sold: Sold | null;
  /** What the button chooses while nothing is chosen: the series, where it is on sale. */
  suggested: Sold | null;
  choose: (choice: Choice) => void;
  payBy: (method: PayMethod) => void;
  agreed: boolean;
  agree: (agreed: boolean) => void;
  /** The chosen saved method; undefined where a new one is entered. */
  saved: SavedMethod | undefined;
  /** Whether a PayPal account is to be kept for later unlocks. */
  kept: boolean;
  keep: (kept: boolean) => void;
  fault: CheckoutFault | null;
  submit: () => void;
}

interface CheckoutInput {
  sale: PlanList;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Whether the user is a member; undefined while unknown. */
  member: boolean | undefined;
  /** Receives an order that a saved method paid on this page. */
  onPaid?: ((order: Order) => void) | undefined;
}

/** Leads from a choice to the payment. A visitor without an account creates one in between and loses nothing. */
export function useCheckout(input: CheckoutInput): Checkout {
  const { sale, selection: wanted, onSelect, member, onPaid } = input;
  const t = useMessages();
  const [agreed, setAgreed] = useAgreed(`${sale.consent.version} ${wanted.choice?.kind}`);
  const [kept, setKept] = useState(false);
  const [fault, setFault] = useState<CheckoutFault | null>(null);
  const { step, hasAgreed, place, askToJoin, joined, back } = useOrderPlacement((message) => {
    setAgreed(false);
    setFault({ about: "order", message });
  }, onPaid);
  const selection = soldSelection(wanted, sale);
  const sold = soldFor(selection.choice, sale);
  const suggested = sold ? null : soldFor({ kind: "unlock" }, sale);

  function submit(): void {
    if (step === "leave") return;
    if (suggested) {
      choose({ kind: "unlock" });
      setFault({ about: "agree", message: t("offer.agreeFirst") });
      return;
    }
    if (!isOrderable(selection) || !sold) {
      setFault({ about: "choice", message: t("offer.chooseFirst") });
      return;
    }
    if (!agreed) {
      setFault({ about: "agree", message: t("offer.agreeFirst") });
      return;
    }
    setFault(null);
    trackSubmit(selection, sold);
    const order = {
      selection,
      terms: {
        version: sale.consent.version,
        amount: sold.price.amount,
        currency: sold.price.currency,
        ...(kept ? { keepVersion: sale.consent.keep.version } : {}),
      },
    };
    // PayPal knows its payer, so it needs no account where the guest is known again on the way back.
    const needsAccount = selection.method !== "paypal" || !sale.forGuests || !cookiesWork();
    if (member === false && needsAccount) {
      // A guest's box covers the terms of the account too.
      const pending = { ...order, hasAgreed: true };
      savePending(visitStore, pending);
      askToJoin(pending);
    } else place(order);
  }

  // After the return from another site, or from a new sign-in, the earlier tap continues.
  const resume = useEffectEvent((isMember: boolean) => {
    const pending = readPending(visitStore, wanted);
    if (!pending) return;
    onSelect(pending.selection);
    if (isMember) place(pending);
    else askToJoin(pending);
  });
  useEffect(() => {
    if (member !== undefined) resume(member);
  }, [member]);

  function change(next: Partial<Selection>): void {
    setFault(null);
    onSelect({ ...selection, ...next });
  }

  function choose(choice: Choice): void {
    // Consent covers the terms that were read: other terms need new consent.
    if (choice.kind !== selection.choice?.kind) setAgreed(false);
    change({ choice });
    const chosen = soldFor(choice, sale);
    if (chosen) trackChoice({ ...selection, choice }, chosen);
  }

  return {
    selection,
    sold,
    suggested,
    choose,
    payBy: (method) => change({ method }),
    agreed,
    agree: (next) => {
      setAgreed(next);
      setFault(null);
    },
    saved: savedMethodOf(selection.method, sale.saved),
    kept,
    keep: setKept,
    step,
    hasAgreed,
    fault,
    submit,
    joined,
    back,
  };
}
