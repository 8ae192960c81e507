import type { Order, Withdrawal } from "@cliffhanger/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { RetryLine } from "../../ui/retry-line.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { refetchEntitlements } from "./queries.ts";

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
        <>
          <p className="font-medium">{t(messageOf(order, answer), { amount: answer.amount.display })}</p>
          <p className="mt-3 text-sm text-muted">{t("withdraw.mail")}</p>
          <p className="mt-1 text-sm text-muted">{t("withdraw.until", { date: formatDate(answer.until) })}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              shape="primary"
              aria-disabled={busy}
              onClick={busy ? undefined : confirm}
              className="min-w-[min(11rem,100%)] flex-1"
            >
              {t("withdraw.confirm")}
            </Button>
            {answer.outcome === "none" || answer.outcome === "review" ? (
              <ButtonLink shape="quiet" href="/contactUs" className="min-w-[min(11rem,100%)] flex-1">
                {t("withdraw.contact")}
              </ButtonLink>
            ) : (
              <Button shape="quiet" onClick={onClose} className="min-w-[min(11rem,100%)] flex-1">
                {t("withdraw.keep")}
              </Button>
            )}
          </div>
        </>
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
    queryFn: () => send(orderId, "ask"),
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
      await send(orderId, "confirm");
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

async function send(orderId: string, step: "ask" | "confirm"): Promise<Withdrawal> {
  const { withdrawal } = await call("POST /api/payment/withdraw", { orderId, step }, { quiet: true });
  return withdrawal;
}

function messageOf({ kind }: Order, { outcome }: Withdrawal) {
  if (outcome === "none") return kind === "unlock" ? "withdraw.noneUnlock" : "withdraw.noneMember";
  if (outcome === "whole" && kind === "change") return "withdraw.wholeChange";
  return `withdraw.${outcome}` as const;
}
