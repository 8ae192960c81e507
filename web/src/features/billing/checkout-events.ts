import { inMajorUnits } from "../../lib/major-units.ts";
import { track } from "../../lib/track.ts";
import type { Selection } from "./selection.ts";
import type { Sold } from "./sold.ts";

/** Tracks that a plan or an episode was chosen. */
export function trackChoice(selection: Selection, sold: Sold): void {
  track("InitiateCheckout", propertiesOf(selection, sold));
}

/** Tracks that the order was submitted with a payment method. */
export function trackSubmit(selection: Selection, sold: Sold): void {
  track("AddPaymentInfo", { method: selection.method?.split(":")[0], ...propertiesOf(selection, sold) });
}

function propertiesOf({ seriesId, episodeId, choice }: Selection, { price }: Sold): Record<string, unknown> {
  return {
    ...(choice?.kind === "subscribe" ? { planId: choice.planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
    value: inMajorUnits(price),
    currency: price.currency,
  };
}
