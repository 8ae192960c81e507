import type * as z from "zod";
import type { CallName, Calls } from "./calls.ts";
import type { Reason } from "./reasons.ts";

/** Codes of handled outcomes; HTTP-level faults have their status as code. */
export type Code = 200 | 500 | 401 | 402 | 404 | 409 | 400 | 403 | 405 | 413 | 415 | 421 | 429 | 503;

/** Every JSON answer (R88): one item is in `info`, a list in `data`. */
export interface Envelope {
  code: number;
  message: string;
  reason?: Reason;
  /** With HTTP 500 and 503: names the request in the operator's log. */
  requestId?: string;
  info?: unknown;
  data?: unknown;
  errors?: { field: string; message: string }[];
}

type Parsed<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? z.infer<S> : never;
type Given<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? z.input<S> : undefined;

/** The query of a call. */
export type Query<N extends CallName> = Given<Calls[N], "query">;
/** The body of a call. */
export type Body<N extends CallName> = Given<Calls[N], "body">;
/** A call's `info` at code 200. */
export type Info<N extends CallName> = Parsed<Calls[N], "info">;
/** A call's `data` at code 200. */
export type Data<N extends CallName> = Parsed<Calls[N], "data">;
