import { ReceiptText } from "lucide-react";
import type { MouseEvent } from "react";
import { cookiesWork } from "../../lib/cookies.ts";
import { fetchDocument, save } from "../../lib/download.ts";
import { useMessages } from "../../lib/use-language.ts";

interface ReceiptLinkProps {
  url: string;
  /** The order's number, so that many such links differ when read out. */
  number: string;
}

/** Opens a receipt beside the page. */
export function ReceiptLink({ url, number }: ReceiptLinkProps) {
  const t = useMessages();

  // Where cookies do not work, a link says nothing of who asks: the page fetches it with its own header.
  function open(event: MouseEvent) {
    if (cookiesWork()) return;
    event.preventDefault();
    // What went wrong has been said by the call itself.
    fetchDocument(url).then(save, () => undefined);
  }

  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={open}
      className="inline-flex min-h-11 items-center gap-1.5 font-medium text-text underline underline-offset-4"
    >
      <ReceiptText aria-hidden className="size-4 shrink-0" />
      {t("orders.receipt")}
      <span className="sr-only"> {number}</span>
    </a>
  );
}
