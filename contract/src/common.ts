import * as z from "zod";

/** Opaque id: at most 32 of `[A-Za-z0-9_-]`. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** Seconds, with fractions. */
export const Seconds = z.number().nonnegative();

/** An amount in minor units with its currency; `display` is formatted in the request's language. */
export const Money = z.object({
  amount: z.int().nonnegative(),
  currency: z.string().length(3),
  exponent: z.int().min(0).max(4),
  display: z.string(),
});
export type Money = z.infer<typeof Money>;

/** A picture: `srcset` holds its widths in pixels, `placeholder` is a colour or a tiny data URL shown while it loads. */
export const Image = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string(),
  srcset: z.array(z.object({ url: z.string(), width: z.int().positive() })),
});
export type Image = z.infer<typeof Image>;

/** One page of a list. `total` is the whole list's length, `page` counts from 1. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.int().nonnegative(),
    page: z.int().positive(),
    pageSize: z.int().positive(),
    hasMore: z.boolean(),
  });
}
