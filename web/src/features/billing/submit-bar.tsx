import { LoaderCircle } from "lucide-react";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { barPrice } from "./prices.ts";
import type { Sold } from "./sold.ts";

interface SubmitBarProps {
  sold: Sold | null;
  busy: boolean;
  onSubmit: () => void;
}

/** Renders the one button of a purchase, with the whole price in it (R103). Before a choice it only says what to do. */
export function SubmitBar({ sold, busy, onSubmit }: SubmitBarProps) {
  const t = useMessages();
  const language = useLanguage();
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={busy ? undefined : onSubmit}
      className={`flex min-h-13 w-full flex-wrap items-center justify-between gap-x-4 rounded-lg px-5 py-2 text-left font-semibold transition-transform duration-150 ease-out select-none active:scale-[0.98] ${
        sold ? "primary" : "justify-center border border-line bg-raised text-muted"
      }`}
    >
      <span className="flex items-center gap-2.5">
        {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
        {sold ? t(sold.kind === "unlock" ? "offer.unlockDo" : "offer.subscribe") : t("offer.choose")}
      </span>
      {sold ? <span className="tabular">{barPrice(sold.price, language)}</span> : null}
    </button>
  );
}
