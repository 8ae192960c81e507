import type { SavedMethod } from "@cliffhanger/contract";
import { LoaderCircle } from "lucide-react";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { nameSaved } from "./describe-method.ts";
import { barPrice } from "./prices.ts";
import type { Sold } from "./sold.ts";

/** Classes of the button where it cannot choose by itself: it says what is missing. */
const ASKING = "justify-center border border-white/45 bg-raised text-text";

interface SubmitBarProps {
  sold: Sold | null;
  /** What the button chooses while nothing is chosen; null where it only says what to do. */
  suggested: Sold | null;
  /** The saved method that the button pays by; null where the payment is a page of its own. */
  saved: SavedMethod | null;
  busy: boolean;
  onSubmit: () => void;
}

/**
 * Renders the one button of a purchase, with the whole price in it (R103). Before a choice it chooses the series, or
 * says what to do.
 */
export function SubmitBar({ sold, suggested, saved, busy, onSubmit }: SubmitBarProps) {
  const t = useMessages();
  const language = useLanguage();
  const shown = sold ?? suggested;
  const paid =
    sold && saved
      ? t("offer.paySaved", { price: barPrice(sold.price, language), method: nameSaved(saved) })
      : null;
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={busy ? undefined : onSubmit}
      className={`flex min-h-13 w-full flex-wrap items-center justify-between gap-x-4 rounded-lg px-5 py-2 text-left font-semibold transition-transform duration-150 ease-out select-none active:scale-[0.98] ${
        shown ? "primary" : ASKING
      }`}
    >
      <span className="flex items-center gap-2.5">
        {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
        {paid ? <span className="tabular min-w-0 wrap-break-word">{paid}</span> : t(labelOf(sold, suggested))}
      </span>
      {shown && !paid ? <span className="tabular">{barPrice(shown.price, language)}</span> : null}
    </button>
  );
}

function labelOf(sold: Sold | null, suggested: Sold | null) {
  if (sold) return sold.kind === "unlock" ? "offer.unlockDo" : "offer.subscribe";
  return suggested ? "offer.chooseUnlock" : "offer.choose";
}
