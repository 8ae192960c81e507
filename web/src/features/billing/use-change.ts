import type { PlanChange } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { clientTokenFor, renewClientToken } from "./client-token.ts";
import { orderAddress } from "./order-key.ts";
import { paySaved } from "./pay-saved.ts";
import { refetchEntitlements } from "./queries.ts";
import { instrumentOf, type PayMethod } from "./selection.ts";

/** Changes the plan of a running membership. The calls show their own errors. */
export function useChange() {
  const t = useMessages();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isChanging = useRef(false);

  /** Runs one change at a time; afterwards prices and rights are fetched again. Returns whether it succeeded. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (isChanging.current) return false;
    isChanging.current = true;
    setBusy(true);
    try {
      await work();
      return true;
    } catch {
      return false;
    } finally {
      await refetchEntitlements(client);
      isChanging.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    /** Opens the order of a change that begins now, pays it if by a saved method, and leaves for its payment or its result. */
    pay: (change: PlanChange, terms: ChangeTerms) =>
      run(async () => location.assign(await payChange(change, terms))),
    /** Plans a change for the next period. */
    schedule: ({ planId, at }: PlanChange, { version, at: quotedAt }: Omit<ChangeTerms, "method">) =>
      run(async () => {
        await call("POST /api/payment/change", { planId, consent: { version, accepted: true }, quotedAt });
        showToast(t("membership.changePlanned", { date: formatDate(at) }));
      }),
    /** Drops the planned change. */
    keep: (planId: string) =>
      run(async () => {
        await call("POST /api/payment/change", { planId });
        showToast(t("membership.pendingDropped"));
      }),
  };
}

interface ChangeTerms {
  method: PayMethod;
  /** When the offer was made, in ISO 8601. */
  at: string;
  version: string;
}

/** Returns the address at which the payment or its result is shown. */
async function payChange(change: PlanChange, terms: ChangeTerms): Promise<string> {
  const { order, next } = await openChange(change, terms);
  const result = orderAddress("result", { orderId: order.id, orderKey: null }, visitStore);
  if (!next) return result;
  if (next.type !== "none") return next.url;
  const paid = await paySaved(order, instrumentOf(terms.method) ?? "");
  if (paid.type === "leave") return paid.url;
  // The full form of the same kind of method takes over, for the same order.
  return paid.type === "form" ? payChange(change, { ...terms, method: order.method }) : result;
}

/** Opens the order. One that was opened with the same token and has ended is replaced by a new one. */
async function openChange({ planId, charge }: PlanChange, { method, at, version }: ChangeTerms) {
  const instrumentId = instrumentOf(method);
  const key = `change ${planId} ${method}`;
  const send = (clientToken: string) =>
    call("POST /api/payment/order", {
      kind: "change",
      planId,
      ...(instrumentId === undefined
        ? { method: method === "paypal" ? ("paypal" as const) : ("card" as const) }
        : { method: "saved" as const, instrumentId }),
      currency: charge.currency,
      clientToken,
      consent: { version, accepted: true },
      quotedAt: at,
    });
  const opened = await send(clientTokenFor(visitStore, key));
  const isOver = ["expired", "cancelled", "failed", "refunded", "paid"].includes(opened.order.state);
  // A change that was free is paid at once, and its result is the answer.
  if (!isOver || (opened.order.state === "paid" && opened.order.total.amount === 0)) return opened;
  return send(renewClientToken(visitStore, key));
}
