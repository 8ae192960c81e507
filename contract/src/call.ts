import * as z from "zod";

/** One JSON call: what it takes and what stands in `info` or `data` when `code` is 200, and in `info` at 402. */
export interface Call {
  summary: string;
  /** Public documents are the same for everybody and carry an ETag; private ones are never stored. */
  cache: "public" | "private";
  query?: z.ZodType;
  body?: z.ZodType;
  info?: z.ZodType;
  data?: z.ZodType;
  /** `info` at code 402. */
  offer?: z.ZodType;
  /** Bytes of the body at most, where 16 KB are too few. */
  maxBytes?: number;
  /** The media type of an answer that is a file in place of an envelope. */
  file?: string;
}

/** An answer, or a body, that says nothing. */
export const Nothing = z.object({});
