import type { SavedMethod } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { refetchEntitlements } from "./queries.ts";
import { useRenewal } from "./use-renewal.ts";

interface RemoveMethodSheetProps {
  method: SavedMethod;
  /** The method as its owner knows it. */
  name: string;
  open: boolean;
  onClose: () => void;
  /** Called when the owner would rather change how the membership is paid. */
  onChange: () => void;
}

/**
 * Renders the second of two steps that remove a saved method. One that pays for the membership stays, and the sheet offers
 * the two ways out: to pay the membership another way, or to cancel it.
 */
export function RemoveMethodSheet({ method, name, open, onClose, onChange }: RemoveMethodSheetProps) {
  const t = useMessages();
  const { busy: isCancelling, cancel } = useRenewal();
  const { busy, fault, remove } = useRemoval(method.id, onClose);
  const isBusy = busy || isCancelling;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(method.renews ? "methods.usedTitle" : "methods.removeTitle", { method: name })}
    >
      <p className="text-muted">{t(method.renews ? "methods.usedText" : "methods.removeText")}</p>
      {fault ? (
        <p role="alert" className="mt-3 text-sm font-medium">
          {fault}
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          shape={method.renews ? "quiet" : "primary"}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : method.renews ? () => void cancel() : remove}
          className="min-w-[min(11rem,100%)] flex-1"
        >
          {t(method.renews ? "membership.cancel" : "methods.removeDo")}
        </Button>
        {method.renews ? (
          <Button
            shape="primary"
            aria-haspopup="dialog"
            onClick={onChange}
            className="min-w-[min(11rem,100%)] flex-1"
          >
            {t("methods.change")}
          </Button>
        ) : null}
        <Button shape="quiet" onClick={onClose} className="min-w-[min(11rem,100%)] flex-1">
          {t("methods.keep")}
        </Button>
      </div>
    </Sheet>
  );
}

/** Removes a saved method, and shows why it did not work. */
function useRemoval(id: string, onDone: () => void) {
  const t = useMessages();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await call("DELETE /api/payment/methods", { id }, { quiet: true });
      showToast(t("methods.removed"));
      onDone();
    } catch (error) {
      setFault(error instanceof ApiError && error.message ? error.message : t("errors.general"));
    } finally {
      setBusy(false);
      await refetchEntitlements(client);
    }
  }

  return { busy, fault, remove: () => void run() };
}
