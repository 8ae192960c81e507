import * as z from "zod";
import type { AuditAction } from "./console/audit-actions.ts";
import type { Permission } from "./console/permissions.ts";

/**
 * What a call of the console needs. A call that is not a GET names the action that it writes into the audit log; `none`
 * is for reports of the console's own errors. `fresh`: identity proved again within five minutes, always or above a limit.
 */
export interface ConsoleAccess {
  permission: Permission;
  writes?: AuditAction | "none";
  fresh?: "always" | "over_limit";
  /** Whether a screen asks repeatedly by itself, which is no use and keeps no session open. */
  polls?: boolean;
}

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
  /** Set for calls of the operators' console. */
  console?: ConsoleAccess;
}

/** An empty answer or body. */
export const Nothing = z.object({});
