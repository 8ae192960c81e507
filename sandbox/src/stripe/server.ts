import type { Server } from "node:http";
import type { Fault } from "../gateway/faults.ts";
import { type GatewayAsk, type GatewayReply, serveGateway } from "../gateway/http.ts";
import { answerApi, logFaultedRequest, refusalOf, slow } from "./api.ts";
import type { Bank } from "./bank.ts";
import type { Idempotency } from "./idempotency.ts";

/** Serves merchants and browsers: the API, the script, its fields and the bank's pages. */
export function serveApi(
  bank: Bank,
  keys: Idempotency,
  answerPage: (ask: GatewayAsk) => GatewayReply,
): Server {
  const struck = new WeakMap<GatewayAsk, Fault>();
  return serveGateway({
    answer(ask) {
      if (ask.method === "OPTIONS") return preflight;
      if (!ask.path.startsWith("/v1/")) return answerPage(ask);
      if (!bank.pace.allows()) return refusalOf(429, ask);
      return answerApi(bank, keys, ask, struck.get(ask));
    },
    fault(ask) {
      if (ask.method === "OPTIONS" || !ask.path.startsWith("/v1/")) return undefined;
      const fault = bank.faults.take(ask.method, ask.path);
      if (fault) struck.set(ask, fault);
      if (fault?.kind === "hang") slow.add(ask);
      if (fault && undone.has(fault.kind)) logFaultedRequest(bank, ask, fault);
      return fault;
    },
    refusal: refusalOf,
    settled(ask) {
      const key = ask.headers["idempotency-key"];
      if (slow.has(ask) && typeof key === "string") keys.end(key);
    },
  });
}

// With faults of these kinds, a request never reaches a call.
const undone = new Set(["before", "500", "429", "409"]);

const preflight: GatewayReply = {
  status: 200,
  headers: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, PUT, PATCH, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type, idempotency-key, stripe-version",
    "access-control-max-age": "300",
  },
  body: "",
};
