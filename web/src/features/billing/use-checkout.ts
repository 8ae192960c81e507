import type { PlanList } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { inMajorUnits } from "../../lib/major-units.ts";
import { changePerson } from "../../lib/session.ts";
import { track } from "../../lib/track.ts";
import { useMessages } from "../../lib/use-language.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { keepOrigin } from "./order-origin.ts";
import { forgetPending, keepPending, type Pending, readPending } from "./pending-order.ts";
import { isOrderable, placeOrder } from "./place-order.ts";
import { refreshRights } from "./queries.ts";
import { type Choice, type PayMethod, type Selection, soldSelection } from "./selection.ts";
import { type Sold, soldFor } from "./sold.ts";

/** What is wrong, and beside what it stands. */
export interface CheckoutFault {
  about: "choice" | "agree" | "order";
  message: string;
}

/** A purchase up to the moment in which the page is left for the payment. */
export interface Checkout {
  /** What is chosen, as far as it is on sale. */
  selection: Selection;
  sold: Sold | null;
  choose: (choice: Choice) => void;
  payBy: (method: PayMethod) => void;
  agreed: boolean;
  agree: (agreed: boolean) => void;
  /** `join`: an account is missing, all else is settled. `leave`: the order is being opened. */
  step: "choose" | "join" | "leave";
  fault: CheckoutFault | null;
  submit: () => void;
  /** There is an account now: the order goes on by itself. */
  joined: () => Promise<void>;
  back: () => void;
}

interface CheckoutInput {
  sale: PlanList;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Whether whoever uses the page is a member; undefined while nobody knows. */
  member: boolean | undefined;
}

/** Leads from a choice to the payment; whoever has no account is asked for one in between, and loses nothing. */
export function useCheckout({ sale, selection: wanted, onSelect, member }: CheckoutInput): Checkout {
  const t = useMessages();
  const client = useQueryClient();
  const [agreed, setAgreed] = useState(false);
  const [step, setStep] = useState<Checkout["step"]>("choose");
  const [fault, setFault] = useState<CheckoutFault | null>(null);
  const selection = soldSelection(wanted, sale);
  const sold = soldFor(selection.choice, sale);
  // What was settled when the button was tapped: signing in changes what the server says of everything else.
  const settled = useRef<Pending | null>(null);

  const placing = useRef(false);

  async function place(fresh = false): Promise<void> {
    if (!settled.current || placing.current) return;
    placing.current = true;
    const { selection: ordered, terms } = settled.current;
    setStep("leave");
    try {
      const placed = await placeOrder(ordered, terms);
      if (placed.type === "leave") {
        forgetPending(visitStore);
        keepOrigin(visitStore, placed.orderId, ordered);
        location.assign(placed.url);
      } else if (placed.type === "join") {
        keepPending(visitStore, settled.current);
        setStep("join");
      } else {
        refuse(placed.message || t("errors.general"));
        // Prices, terms and what one owns may be others by now, and it may be somebody else who owns.
        await (fresh ? changePerson(client) : refreshRights(client));
      }
    } catch {
      refuse(t("errors.general"));
    } finally {
      placing.current = false;
    }
  }

  function refuse(message: string): void {
    forgetPending(visitStore);
    setAgreed(false);
    setFault({ about: "order", message });
    setStep("choose");
  }

  function submit(): void {
    if (step === "leave") return;
    if (!isOrderable(selection) || !sold) {
      setFault({ about: "choice", message: t("offer.chooseFirst") });
      return;
    }
    if (!agreed) {
      setFault({ about: "agree", message: t("offer.agreeFirst") });
      return;
    }
    setFault(null);
    track("AddPaymentInfo", { method: selection.method, ...aboutOf(selection, sold) });
    settled.current = { selection, terms: { version: sale.consent.version, currency: sold.price.currency } };
    if (member === false) {
      keepPending(visitStore, settled.current);
      setStep("join");
    } else void place();
  }

  // Back from another site, or from a session that was over: the tap from before goes on.
  const resume = useEffectEvent((known: boolean) => {
    const pending = readPending(visitStore, wanted);
    if (!pending) return;
    onSelect(pending.selection);
    settled.current = pending;
    if (known) void place();
    else setStep("join");
  });
  useEffect(() => {
    if (member !== undefined) resume(member);
  }, [member]);

  // A page that comes back from the browser's memory stands as it was left: it is ready again, and learns what is new.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setStep("choose");
      void refreshRights(client);
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [client]);

  function change(next: Partial<Selection>): void {
    setFault(null);
    onSelect({ ...selection, ...next });
  }

  return {
    selection,
    sold,
    choose: (choice) => {
      // Agreed is what was read: other terms are agreed to anew.
      if (choice.kind !== selection.choice?.kind) setAgreed(false);
      change({ choice });
      const chosen = soldFor(choice, sale);
      if (chosen) track("InitiateCheckout", aboutOf({ ...selection, choice }, chosen));
    },
    payBy: (method) => change({ method }),
    agreed,
    agree: (next) => {
      setAgreed(next);
      setFault(null);
    },
    step,
    fault,
    submit,
    joined: () => place(true),
    back: () => {
      forgetPending(visitStore);
      setStep("choose");
    },
  };
}

/** What somebody is about to buy, for whoever counts that. */
function aboutOf({ seriesId, episodeId, choice }: Selection, { price }: Sold): Record<string, unknown> {
  return {
    ...(choice?.kind === "subscribe" ? { planId: choice.planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
    value: inMajorUnits(price),
    currency: price.currency,
  };
}
