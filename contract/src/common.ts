import * as z from "zod";

/** An opaque id: at most 32 of `[A-Za-z0-9_-]`. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** Seconds, with fractions. */
export const Seconds = z.number().nonnegative();

/** A version, a place or a number of something, as large as the database counts. */
export const Counted = z.int().nonnegative().max(2_147_483_647);

/** An amount in minor units with its currency; `display` is formatted in the request's language. */
export const Money = z.object({
  amount: z.int().nonnegative(),
  currency: z.string().length(3),
  exponent: z.int().min(0).max(4),
  display: z.string(),
});
export type Money = z.infer<typeof Money>;

/**
 * An image: `srcset` lists its widths in pixels as WebP, `avif` the same as AVIF where such files exist, `placeholder`
 * is a colour or a tiny data URL shown while it loads.
 */
export const Image = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string(),
  srcset: z.array(z.object({ url: z.string(), width: z.int().positive() })),
  avif: z.array(z.object({ url: z.string(), width: z.int().positive() })).optional(),
});
export type Image = z.infer<typeof Image>;

/** Returns the schema of one page of a list. `total` is the whole list's length, `page` counts from 1. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.int().nonnegative(),
    page: z.int().positive(),
    pageSize: z.int().positive(),
    hasMore: z.boolean(),
  });
}

/** A query parameter as sent: when given twice, the first counts. */
const Parameter = z.union([z.string(), z.array(z.string())]).optional();

/** Returns the schema of a text in the query of at most `max` characters; longer ones are cut. */
export function textParameter(max: number) {
  return Parameter.transform((given) => {
    const text = Array.isArray(given) ? given[0] : given;
    // PostgreSQL stores no NUL in a text.
    return text?.replaceAll("\0", "").slice(0, max);
  }).meta({ parameter: { type: "string", maxLength: max } });
}

/** Returns the schema of an id in the query; an invalid one becomes the empty string, which is not an id. */
export function idParameter() {
  return Parameter.transform((given) => {
    const text = Array.isArray(given) ? given[0] : given;
    return text === undefined || Id.safeParse(text).success ? text : "";
  }).meta({ parameter: { type: "string", pattern: "^[A-Za-z0-9_-]{1,32}$" } });
}

/**
 * Returns the schema of a choice in the query; any other value counts as the first choice, or as missing when
 * `fallback` is undefined.
 */
export function choiceParameter<const W extends string, F extends W | undefined>(
  words: readonly W[],
  fallback: F,
) {
  return Parameter.transform((given): W | F => {
    const text = Array.isArray(given) ? given[0] : given;
    return words.find((word) => word === text) ?? fallback;
  }).meta({
    parameter: { type: "string", enum: words, ...(fallback === undefined ? {} : { default: fallback }) },
  });
}

/**
 * Returns the schema of an integer in the query; values out of range are clamped, a value that is not a number counts
 * as `fallback`.
 */
export function numberParameter(min: number, max: number, fallback: number) {
  return Parameter.transform((given) => {
    const text = Array.isArray(given) ? given[0] : given;
    const number = text === undefined || text.trim() === "" ? Number.NaN : Math.trunc(Number(text));
    return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, number));
  }).meta({ parameter: { type: "integer", minimum: min, maximum: max, default: fallback } });
}
