import type { RefundReason } from "@cliffhanger/contract/console/order-kinds";
import type { ConsoleOrder, ConsoleRefund } from "@cliffhanger/contract/console/orders";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDraft } from "../../lib/use-draft.ts";

const TYPING_MS = 250;

/** What is to be given back. */
interface Wanted {
  amount: number | null;
  endNow: boolean;
}

/** Asks what a refund would do, and does it once, also after a lost answer. */
export function useRefund({ id }: ConsoleOrder, wanted: Wanted, close: () => void) {
  const client = useQueryClient();
  const act = useAct();
  const [reason, setReason, clearReason] = useDraft(`refund-reason:${id}`);
  const [note, setNote, clearNote] = useDraft(`refund-note:${id}`);
  // One key for one act: it is renewed with what is wanted, and kept when the answer was lost.
  const requestKey = useRef(newRequestKey());
  const [{ amount, endNow }] = useDebouncedValue(wanted, TYPING_MS);
  const effect = useQuery({
    queryKey: ["orders", "effect", id, amount, endNow],
    queryFn: async () => {
      const body = {
        orderId: id,
        amount: amount ?? 0,
        endNow,
        reason: "other",
        requestKey: requestKey.current,
      } as const;
      return (await call("POST /api/console/orders/refund", { ...body, dryRun: true })).effect;
    },
    enabled: amount !== null,
    gcTime: 0,
    retry: false,
  });
  const isStale = amount !== wanted.amount || endNow !== wanted.endNow;
  const body = () => ({
    orderId: id,
    amount: wanted.amount ?? 0,
    endNow: wanted.endNow,
    reason: reason as RefundReason,
    note,
    requestKey: requestKey.current,
  });
  const after = async (words: string) => {
    clearReason();
    clearNote();
    close();
    showToast(words);
    await client.invalidateQueries({ queryKey: ["orders"] });
    await client.invalidateQueries({ queryKey: ["review"] });
    await client.invalidateQueries({ queryKey: ["people"] });
  };
  const anew = async (error: unknown) => {
    if (error instanceof CallError && error.reason === "changed_meanwhile") {
      requestKey.current = newRequestKey();
      await client.invalidateQueries({ queryKey: ["orders"] });
    }
    throw error;
  };
  return {
    act,
    effect: isStale ? { ...effect, isFetching: true } : effect,
    reason: { value: reason === "" ? null : reason, set: (to: string | null) => setReason(to ?? "") },
    note: { value: note, set: setNote },
    renew: () => {
      requestKey.current = newRequestKey();
      act.reset();
    },
    run: () =>
      act.run(async () => {
        const done = await call("POST /api/console/orders/refund", {
          ...body(),
          effect: effect.data?.hash ?? undefined,
        }).catch(anew);
        await after(t(`refund.toast.${outcomeOf(done.refunds)}`));
      }),
    ask: () =>
      act.run(async () => {
        await call("POST /api/console/orders/refund/ask", body()).catch(anew);
        await after(t("refund.toast.asked"));
      }),
  };
}

function outcomeOf(refunds: readonly ConsoleRefund[]): ConsoleRefund["state"] {
  if (refunds.some(({ state }) => state === "failed")) return "failed";
  return refunds.every(({ state }) => state === "done") ? "done" : "pending";
}
