import type { FastifyRequest } from "fastify";

/** The parts of a request that rules read. */
export type RequestParts = Pick<FastifyRequest, "body" | "query" | "params" | "headers">;

/** What led somebody here, as the request says, by name. Platform hands it on and never reads it. */
export type Click = Readonly<Record<string, string>>;

/** What the product's domains decide about every request; `app.ts` gives them to the web server. */
export interface RequestRules {
  /** Throws a refusal where the request holds what must never be received. Called after access and schema. */
  inspect(request: RequestParts): void;
  /** Cleans what a schema kept of a query or of a body. */
  clean<T>(kept: T): T;
  /** Reads what led the sender here. */
  readClick(request: RequestParts): Click;
}
