const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
/** Class 08 connection, 57P0x shutting down or starting, 53 out of disk, memory or connections, 25006 read-only. */
const SERVER_AWAY = /^(08|53|57P0|25006)/;
/** The server does not accept writes, or no longer does: every connection to it may be to the wrong server. */
const SERVER_MOVED = /^(25006|57P0[123])$/;
/** Messages that pg gives without a code, or PostgreSQL under a code with other meanings: a database closed for maintenance. */
const POOL_SAYS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection|database "[^"]+" is not currently accepting connections)/;
const TRANSIENT = new Set(["40001", "40P01"]);

/**
 * Returns whether a query failed because the server is down, full, read-only or too busy, and not because of the query:
 * answered with 503.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const {
    code = "",
    message = "",
    errors,
  } = (error ?? {}) as { code?: string; message?: string; errors?: unknown[] };
  if (errors?.some(isDatabaseUnavailable)) return true; // every address of a host name failed
  return NETWORK.has(code) || SERVER_AWAY.test(code) || POOL_SAYS.test(message) || isTimeout(error);
}

/** Returns whether an error code says that the server is shutting down, starting, or read-only. */
export function saysServerMoved(code: string | undefined): boolean {
  return SERVER_MOVED.test(code ?? "");
}

/**
 * Returns whether PostgreSQL rolled back because of another transaction (serialization, deadlock), so that a retry may
 * succeed.
 */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: string } | null)?.code ?? "");
}

/** Returns whether a statement waited too long for a row or table that another transaction locks. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "55P03";
}

/** Returns whether our timeout ended a statement that ran, or waited for a lock, for too long. */
export function isTimeout(error: unknown): boolean {
  const { code, message = "" } = (error ?? {}) as { code?: string; message?: string };
  // 57014 is also an operator's cancel, which is not a timeout.
  return isLockTimeout(error) || (code === "57014" && message.includes("statement timeout"));
}

/** Returns whether the client stopped waiting for an answer. The connection may still be busy with the statement. */
export function isReadTimeout(error: unknown): boolean {
  return (error as Error | null)?.message === "Query read timeout";
}

/** Returns whether PostgreSQL rejected a row because of a duplicate key or unique value. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "23505";
}

/** The classes of database errors in the metrics. */
export const errorClasses = [
  "read_only",
  "lock_timeout",
  "timeout",
  "conflict",
  "constraint",
  "unavailable",
  "other",
] as const;

/** Returns the class of a database error. */
export function errorClassOf(error: unknown): (typeof errorClasses)[number] {
  const { code = "" } = (error ?? {}) as { code?: string };
  if (code === "25006") return "read_only";
  if (isLockTimeout(error)) return "lock_timeout";
  if (isTimeout(error)) return "timeout";
  if (isTransient(error)) return "conflict";
  if (code.startsWith("23")) return "constraint";
  return isDatabaseUnavailable(error) ? "unavailable" : "other";
}
