import { ReceiptText } from "lucide-react";
import type { MouseEvent } from "react";
import { cookiesWork } from "../../lib/cookies.ts";
import { fetchDocument, save } from "../../lib/download.ts";
import { useMessages } from "../../lib/use-language.ts";

interface ReceiptLinkProps {
  url: string;
  /** The order's number, which distinguishes the links for screen readers. */
  number: string;
}

/** Renders a link that opens a receipt in a new tab. */
export function ReceiptLink({ url, number }: ReceiptLinkProps) {
  const t = useMessages();

  // Without cookies a link would not identify the user, so the page fetches the receipt with its own header.
  function open(event: MouseEvent) {
    if (cookiesWork()) return;
    event.preventDefault();
    // The call itself has shown the error.
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
