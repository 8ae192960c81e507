import * as z from "zod";

/** One JSON call: its input, and the content of `info` or `data` when `code` is 200, and of `info` at 402. */
export interface Call {
  summary: string;
  /** Public answers are the same for everyone and have an ETag; private ones are never stored. */
  cache: "public" | "private";
  query?: z.ZodType;
  body?: z.ZodType;
  info?: z.ZodType;
  data?: z.ZodType;
  /** `info` at code 402. */
  offer?: z.ZodType;
  /** Largest body in bytes, when 16 KB are too few. */
  maxBytes?: number;
  /** The media type of an answer that is a file instead of an envelope. */
  file?: string;
}

/** An empty answer or body. */
export const Nothing = z.object({});
