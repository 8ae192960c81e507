import { AsyncLocalStorage } from "node:async_hooks";

/** The request that the running code works for; a job continues the one that sent it. */
export interface RequestContext {
  /** In every log line, in the jobs that it sends, and in error answers. */
  readonly requestId: string;
  /** Milliseconds that its database statements took so far. */
  dbMs: number;
  /** Who sent it, as far as it was identified. */
  visitor: "guest" | "member" | "none";
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** The form of an id that is taken over from a proxy: it can neither break a log line nor a header. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Returns whether a value may become the id of a request. */
export function isRequestId(value: unknown): value is string {
  return typeof value === "string" && REQUEST_ID.test(value);
}

/** Creates the context of a request. */
export function requestContext(requestId: string): RequestContext {
  return { requestId, dbMs: 0, visitor: "none" };
}

/** Returns the context of the running request or job; undefined outside both. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore();
}

/** Runs work, and everything that it starts, for a request. */
export function runForRequest<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Runs work that serves many requests, such as a shared timer or connection, outside the one that began it. */
export function withoutRequest<T>(work: () => T): T {
  return contexts.exit(work);
}
