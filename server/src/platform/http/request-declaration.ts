import type {} from "fastify";
import type { RequestContext } from "../request-context.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What the log and the jobs know about the request; null until its first hook. */
    context: RequestContext | null;
  }
}
