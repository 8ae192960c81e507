import type { Order } from "@cliffhanger/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { RetryLine } from "../../ui/retry-line.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { refetchEntitlements } from "./queries.ts";
import { sendWithdrawal } from "./send-withdrawal.ts";
import { WithdrawalAnswer } from "./withdrawal-answer.tsx";

interface WithdrawSheetProps {
  order: Order;
  open: boolean;
  onClose: () => void;
}

/** Renders the second of two steps of a withdrawal: what comes of it, as the server decides, and the confirmation. */
export function WithdrawSheet({ order, open, onClose }: WithdrawSheetProps) {
  const t = useMessages();
  const { answer, failed, busy, ask, confirm } = useWithdrawal(order.id, open, onClose);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("withdraw.title")}
      note={t("withdraw.about", { title: order.title, number: order.number })}
    >
      {failed === null ? null : failed === "" ? (
        <RetryLine retry={ask} />
      ) : (
        <p role="alert" className="text-sm font-medium">
          {failed}
        </p>
      )}
      {answer ? (
        <WithdrawalAnswer answer={answer} busy={busy} onConfirm={confirm} onKeep={onClose} />
      ) : failed === null ? (
        <span aria-hidden className="block h-32 animate-pulse rounded-lg bg-raised" />
      ) : null}
    </Sheet>
  );
}

/** Asks what a withdrawal brings while the sheet is open, and confirms it. */
function useWithdrawal(orderId: string, open: boolean, onDone: () => void) {
  const t = useMessages();
  const client = useQueryClient();
  const asked = useQuery({
    queryKey: ["withdrawal", orderId],
    queryFn: () => sendWithdrawal({ orderId }, "ask"),
    enabled: open,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const [fault, setFault] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await sendWithdrawal({ orderId }, "confirm");
      showToast(t("withdraw.done"));
      onDone();
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
      await refetchEntitlements(client);
    }
  }

  const error = fault ?? asked.error;
  return {
    answer: asked.data ?? null,
    /** Why it did not work, as the server says it; empty without an answer of the server. */
    failed: error === null ? null : error instanceof ApiError && error.code === 500 ? error.message : "",
    busy,
    ask: () => void asked.refetch(),
    confirm: () => void confirm(),
  };
}
