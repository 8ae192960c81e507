import type { Call } from "@cliffhanger/contract";

/** Throws when a route of the console does not say who may call it, or what it writes: the app then does not start. */
export function requireConsoleAccess(method: string, url: string, call: Pick<Call, "console">): void {
  if (!call.console?.permission)
    throw new Error(`${method} ${url} is a call of the console without a permission.`);
  if (method !== "GET" && !call.console.writes)
    throw new Error(`${method} ${url} is a call of the console that does not say which action it writes.`);
}
