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
import { refetchEntitlements } from "./queries.ts";
import type { NewMethod } from "./selection.ts";

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
    /** Opens the order of a change that begins now, and leaves the page for its payment or its result. */
    pay: (change: PlanChange, terms: { method: NewMethod; at: string; version: string }) =>
      run(async () => {
        const { order, next } = await openChange(change, terms);
        const named = { orderId: order.id, orderKey: null };
        location.assign(next && next.type !== "none" ? next.url : orderAddress("result", named, visitStore));
      }),
    /** Plans a change for the next period. */
    schedule: ({ planId, at }: PlanChange, version: string) =>
      run(async () => {
        await call("POST /api/payment/change", { planId, consent: { version, accepted: true } });
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

/** Opens the order. One that was opened with the same token and has ended is replaced by a new one. */
async function openChange(
  { planId, charge }: PlanChange,
  { method, at, version }: { method: NewMethod; at: string; version: string },
) {
  const key = `change ${planId} ${method}`;
  const send = (clientToken: string) =>
    call("POST /api/payment/order", {
      kind: "change",
      planId,
      method,
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
