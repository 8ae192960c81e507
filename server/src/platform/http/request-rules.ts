import type { FastifyRequest } from "fastify";

/** The parts of a request that rules read. */
export type RequestParts = Pick<FastifyRequest, "body" | "query" | "params" | "headers">;

/** Attribution data of a request, by name. Platform passes it on and never reads it. */
export type Click = Readonly<Record<string, string>>;

/** What the product's domains decide about every request; `app.ts` passes them to the web server. */
export interface RequestRules {
  /** Throws a refusal when the request contains data that must never be received. Called after access and schema checks. */
  inspect(request: RequestParts): void;
  /** Cleans the validated values of a query or body. */
  clean<T>(kept: T): T;
  /** Reads the attribution data of a request. */
  readClick(request: RequestParts): Click;
}
