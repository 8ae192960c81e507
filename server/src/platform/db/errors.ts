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
/** The server is not, or no more, the one that takes writes: every connection to it is suspect. */
const SERVER_MOVED = /^(25006|57P0[123])$/;
/** What pg says without a code, and PostgreSQL under a code that means much else: a database closed for repairs. */
const POOL_SAYS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|database "[^"]+" is not currently accepting connections)/;
const TRANSIENT = new Set(["40001", "40P01"]);

/** Whether a query failed because the server is away, full, read-only or too busy, not because of the query: an answer 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const {
    code = "",
    message = "",
    errors,
  } = (error ?? {}) as { code?: string; message?: string; errors?: unknown[] };
  if (errors?.some(isDatabaseUnavailable)) return true; // every address of a host name failed
  return NETWORK.has(code) || SERVER_AWAY.test(code) || POOL_SAYS.test(message) || isTimeout(error);
}

/** Whether a code of PostgreSQL says that the server shuts down, starts, or only reads. */
export function saysServerMoved(code: string | undefined): boolean {
  return SERVER_MOVED.test(code ?? "");
}

/** Whether PostgreSQL rolled back because of another transaction (serialization, deadlock): worth another try. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: string } | null)?.code ?? "");
}

/** Whether a statement waited too long for a row or table that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "55P03";
}

/** Whether our own limit ended a statement: its run was too long, or its wait for a lock. */
export function isTimeout(error: unknown): boolean {
  const { code, message = "" } = (error ?? {}) as { code?: string; message?: string };
  // 57014 is also a cancel by an operator, which is no timeout.
  return isLockTimeout(error) || (code === "57014" && message.includes("statement timeout"));
}

/** Whether PostgreSQL refused a row because there is one already with the same key or unique value. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "23505";
}
