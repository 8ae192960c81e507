import { Check, Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { copyText } from "../../lib/share.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";

interface TicketSentProps {
  ticket: string;
  onAnother: () => void;
}

/** Renders the confirmation of a sent message with its ticket number. A tap copies the number (R93). */
export function TicketSent({ ticket, onAnother }: TicketSentProps) {
  const t = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    showToast((await copyText(ticket)) ? t("share.success") : `${t("share.unable")} ${ticket}`);
  }

  return (
    <div className="flex flex-col items-center gap-4 py-4 text-center">
      <span className="primary flex size-16 items-center justify-center rounded-full">
        <Check aria-hidden className="size-8" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="font-title text-xl">
        {t("contact.sent")}
      </h2>
      <p className="max-w-sm text-muted">{t("contact.sentText")}</p>
      <Button shape="quiet" onClick={() => void copy()} className="w-full max-w-sm">
        <span className="sr-only">{t("contact.copy")}</span>
        <span className="tabular text-xl font-semibold select-text">{ticket}</span>
        <Copy aria-hidden className="size-5 text-muted" />
      </Button>
      <button
        type="button"
        onClick={onAnother}
        className="min-h-11 px-3 font-medium text-muted underline underline-offset-4 hover:text-text"
      >
        {t("contact.another")}
      </button>
    </div>
  );
}
