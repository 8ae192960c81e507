import type { Order } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { changeUser } from "../../lib/session.ts";
import { useMessages } from "../../lib/use-language.ts";
import { useRestored } from "../../lib/use-restored.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { orderAddress } from "./order-key.ts";
import { saveOrigin } from "./order-origin.ts";
import { forgetPending, type Pending, savePending } from "./pending-order.ts";
import { placeOrder } from "./place-order.ts";
import { refetchEntitlements } from "./queries.ts";

/** The steps of an order from the tap on the button to its payment page. */
export interface OrderPlacement {
  /** `join`: only an account is missing. `leave`: the order is being opened. */
  step: "choose" | "join" | "leave";
  /** Whether the buyer has agreed to the terms of a new account, with the box of the purchase. */
  hasAgreed: boolean;
  /** Opens the order and leaves the page for its payment. */
  place: (order: Pending) => void;
  /** Asks for an account; `joined` then opens the order. */
  askToJoin: (order: Pending) => void;
  /** Opens the order with the new account. */
  joined: () => Promise<void>;
  /** Returns to the choice and forgets the order. */
  back: () => void;
}

/**
 * Opens one order at a time and leaves the page for its payment.
 * @param onRefused receives the message for the buyer; must use only state setters, for a later render may be current
 * @param onPaid receives an order that a saved method paid here; without it, its own page shows that
 */
export function useOrderPlacement(
  onRefused: (message: string) => void,
  onPaid?: (order: Order) => void,
): OrderPlacement {
  const t = useMessages();
  const client = useQueryClient();
  const [step, setStep] = useState<OrderPlacement["step"]>("choose");
  const [hasAgreed, setHasAgreed] = useState(false);
  // The order as it was when the button was tapped: signing in changes the server's answers about everything else.
  const submitted = useRef<Pending | null>(null);
  const isPlacing = useRef(false);

  async function open(hasJustJoined: boolean): Promise<void> {
    if (!submitted.current || isPlacing.current) return;
    isPlacing.current = true;
    const { selection, terms } = submitted.current;
    setStep("leave");
    try {
      const placed = await placeOrder(selection, terms);
      if (placed.type === "leave") {
        forgetPending(visitStore);
        saveOrigin(visitStore, placed.orderId, selection);
        location.assign(placed.url);
      } else if (placed.type === "paid") {
        forgetPending(visitStore);
        saveOrigin(visitStore, placed.order.id, selection);
        const named = { orderId: placed.order.id, orderKey: null };
        if (!onPaid) return location.assign(orderAddress("result", named, visitStore));
        onPaid(placed.order);
        // The rights are new: what is locked here opens with the answers.
        await refetchEntitlements(client);
        setStep("choose");
      } else if (placed.type === "join") {
        savePending(visitStore, submitted.current);
        setHasAgreed(submitted.current.hasAgreed === true);
        setStep("join");
      } else {
        refuse(placed.message || t("errors.general"));
        // Prices, terms and entitlements may have changed since, and the user may be another one.
        await (hasJustJoined ? changeUser(client) : refetchEntitlements(client));
      }
    } catch {
      refuse(t("errors.general"));
    } finally {
      isPlacing.current = false;
    }
  }

  function refuse(message: string): void {
    forgetPending(visitStore);
    onRefused(message);
    setStep("choose");
  }

  // A restored page still shows the old step and old entitlements.
  useRestored(() => {
    setStep("choose");
    void refetchEntitlements(client);
  });

  return {
    step,
    hasAgreed,
    place: (order) => {
      submitted.current = order;
      void open(false);
    },
    askToJoin: (order) => {
      submitted.current = order;
      setHasAgreed(order.hasAgreed === true);
      setStep("join");
    },
    joined: () => open(true),
    back: () => {
      forgetPending(visitStore);
      setStep("choose");
    },
  };
}
