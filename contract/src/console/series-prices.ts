import * as z from "zod";
import { Money } from "../common.ts";
import { SeriesChoice } from "./series-choice.ts";

/** What unlocking a series costs in a currency. `own` is its own price; without one the general price holds. */
export const SeriesPriceRow = z.object({
  currency: z.string(),
  own: Money.nullable(),
  general: Money.nullable(),
  /** What the paywall shows beside the price: its part of one locked episode. */
  perEpisode: Money.nullable(),
});
export type SeriesPriceRow = z.infer<typeof SeriesPriceRow>;

/** The prices of a series, and how many episodes an unlock opens now. */
export const SeriesPrices = z.object({ rows: z.array(SeriesPriceRow), episodes: z.int() });
export type SeriesPrices = z.infer<typeof SeriesPrices>;

const Currency = z.string().regex(/^[A-Z]{3}$/);
const AmountText = z.string().trim().max(20);

/**
 * Sets the own price of series by currency; null is the general one. `dryRun` answers what would change, and the act carries
 * the hash of that answer. `typed` repeats each amount that changes a price by more than half.
 */
export const SeriesPriceChange = z.object({
  which: SeriesChoice,
  set: z
    .array(z.object({ currency: Currency, amount: AmountText.nullable() }))
    .min(1)
    .max(40),
  typed: z.record(Currency, AmountText).optional(),
  dryRun: z.boolean().optional(),
  effect: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What a change of prices would do. */
export const SeriesPriceEffect = z.object({
  hash: z.string(),
  sentences: z.array(z.string()),
  /** The currencies whose new amount has to be typed again. */
  typed: z.array(Currency),
});
export type SeriesPriceEffect = z.infer<typeof SeriesPriceEffect>;
