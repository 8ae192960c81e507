import * as z from "zod";
import { numberParameter, textParameter } from "../common.ts";

/** How much of a list of the console is asked for: the key that the last page answered as `next`, and a page's size. */
export const keyPageQuery = {
  after: textParameter(200),
  size: numberParameter(1, 100, 50),
};

/** Returns the schema of one page of a list of the console; `next` is the key of the page after it. */
export function keyPage<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    next: z.string().nullable(),
    /** Exact up to 10,000. */
    count: z.object({ value: z.int().nonnegative(), exact: z.boolean() }),
  });
}
