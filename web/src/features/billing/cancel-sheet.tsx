import type { Subscription } from "@cliffhanger/contract";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";

interface CancelSheetProps {
  open: boolean;
  onClose: () => void;
  subscription: Subscription;
  busy: boolean;
  onCancel: () => void;
}

/**
 * Renders the second of two taps that cancel a membership: how long access lasts, and what happens then. It asks no
 * questions.
 */
export function CancelSheet({ open, onClose, subscription, busy, onCancel }: CancelSheetProps) {
  const t = useMessages();
  const date = formatDate(subscription.accessUntil);
  return (
    <Sheet open={open} onClose={onClose} title={t("membership.cancelTitle")}>
      <ul className="list-disc space-y-2 pl-5 text-muted">
        <li>{t("membership.cancelUntil", { date })}</li>
        <li>{t("membership.cancelCharge")}</li>
        <li>{t("membership.cancelUnlocked")}</li>
        <li>{t("membership.cancelUndo")}</li>
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          shape="primary"
          aria-disabled={busy}
          onClick={busy ? undefined : onCancel}
          className="min-w-[min(11rem,100%)] flex-1"
        >
          {t("membership.cancelDo")}
        </Button>
        <Button shape="quiet" onClick={onClose} className="min-w-[min(11rem,100%)] flex-1">
          {t("membership.keep")}
        </Button>
      </div>
    </Sheet>
  );
}
