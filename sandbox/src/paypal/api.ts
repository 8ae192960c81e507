import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { giveAccess, requireAccess } from "./access.ts";
import { type CaptureRequest, capture } from "./capture.ts";
import { broken, envelope, inProgress, invalidRequest, Refused, tooMany } from "./errors.ts";
import { debugId } from "./ids.ts";
import type { Family } from "./issues.ts";
import { runDue } from "./jobs.ts";
import { once, requestIdOf, retentionOf } from "./once.ts";
import { capturesOf, createOrder, findOrder, type OrderRequest } from "./orders.ts";
import { findCapture, findRefund, type RefundRequest, refund } from "./refunds.ts";
import { reportRoutes } from "./report-routes.ts";
import {
  capturedOrder,
  minimalOrder,
  minimalRefund,
  relatedCapture,
  wholeOrder,
  wholeRefund,
} from "./represent.ts";
import { captureShape, orderShape, refundShape } from "./requests.ts";
import { readShape } from "./shapes.ts";
import type { Signer } from "./signing.ts";
import type { Order, World } from "./state.ts";
import { vaultRoutes } from "./vault-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** The answer of an operation; without a body it is empty. */
export interface Said {
  status: number;
  body?: unknown;
}

/** One operation of the API. */
export interface Route {
  method: string;
  path: RegExp;
  family: Family;
  /** The media type of its body; JSON by default. */
  takes?: string;
  answer(world: World, ask: GatewayAsk, id: string, signer: Signer): Said;
}

const routes: Route[] = [
  {
    method: "POST",
    path: /^\/v2\/checkout\/orders$/,
    family: "orders",
    answer(world, ask) {
      const request = readShape<OrderRequest>(ask.body, orderShape);
      if (request.payment_source && requestIdOf(ask) === undefined)
        throw invalidRequest([
          { issue: "PAYPAL_REQUEST_ID_REQUIRED", field: "PayPal-Request-Id", location: "body" },
        ]);
      const { made, replayed } = once(world, ask, retentionOf.orders, {
        work: () => createOrder(world, request),
        idOf: ({ id }) => id,
        find: (id) => findOrder(world, id),
      });
      const paid = made.status === "COMPLETED" ? capturedOrder(world, made, capturesOf(world, made)) : null;
      const body = wantsAll(ask)
        ? wholeOrder(world, made, capturesOf(world, made))
        : (paid ?? minimalOrder(world, made));
      return { status: replayed ? 200 : 201, body };
    },
  },
  {
    method: "GET",
    path: /^\/v2\/checkout\/orders\/([^/]+)$/,
    family: "orders",
    answer(world, _ask, id) {
      const order = findOrder(world, id);
      return { status: 200, body: wholeOrder(world, order, capturesOf(world, order)) };
    },
  },
  {
    method: "POST",
    path: /^\/v2\/checkout\/orders\/([^/]+)\/capture$/,
    family: "capture",
    answer(world, ask, id) {
      const request = readShape<CaptureRequest>(ask.body, captureShape, true);
      const { made, replayed } = once<Order>(world, ask, retentionOf.orders, {
        work: () => capture(world, findOrder(world, id), request),
        idOf: (order) => order.id,
        find: (known) => findOrder(world, known),
      });
      const captures = capturesOf(world, made);
      const body = wantsAll(ask) ? wholeOrder(world, made, captures) : capturedOrder(world, made, captures);
      return { status: replayed ? 200 : 201, body };
    },
  },
  {
    method: "GET",
    path: /^\/v2\/payments\/captures\/([^/]+)$/,
    family: "payments",
    answer: (world, _ask, id) => ({ status: 200, body: relatedCapture(world, findCapture(world, id)) }),
  },
  {
    method: "POST",
    path: /^\/v2\/payments\/captures\/([^/]+)\/refund$/,
    family: "payments",
    answer(world, ask, id) {
      const request = readShape<RefundRequest>(ask.body, refundShape, true);
      const { made } = once(world, ask, retentionOf.payments, {
        work: () => refund(world, id, request),
        idOf: (given) => given.id,
        find: (known) => findRefund(world, known),
      });
      return { status: 201, body: wantsAll(ask) ? wholeRefund(world, made) : minimalRefund(world, made) };
    },
  },
  {
    method: "GET",
    path: /^\/v2\/payments\/refunds\/([^/]+)$/,
    family: "payments",
    answer: (world, _ask, id) => ({ status: 200, body: wholeRefund(world, findRefund(world, id)) }),
  },
  ...vaultRoutes,
  ...webhookRoutes,
  ...reportRoutes,
];

/** Answers one request to the API in a transaction. */
export function answerApi(world: World, signer: Signer, ask: GatewayAsk): GatewayReply {
  const debug = debugId();
  if (ask.path === "/v1/oauth2/token" && ask.method === "POST")
    return withDebug(giveAccess(world, ask), debug);
  const here = routes.filter(({ path }) => path.test(ask.path));
  const route = here.find(({ method }) => method === ask.method);
  try {
    requireAccess(world, ask);
    if (!route) throw nothingHere(here.length > 0);
    // PayPal requires it even for empty bodies.
    if (ask.method === "POST" && !ask.headers["content-type"]?.startsWith(route.takes ?? "application/json"))
      throw wrongType();
    runDue(world);
    const id = route.path.exec(ask.path)?.[1] ?? "";
    const said = world.store.together(() => attempt(() => route.answer(world, ask, id, signer)));
    if (said instanceof Refused) throw said;
    const body = said.body === undefined ? "" : JSON.stringify(said.body);
    return withDebug({ status: said.status, headers: { "content-type": "application/json" }, body }, debug);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refusal(error, route?.family ?? "orders", debug);
  }
}

/** Returns PayPal's own body for an injected fault. */
export function refusalFor(status: 500 | 429 | 409): GatewayReply {
  const refused = status === 500 ? broken() : status === 429 ? tooMany() : inProgress();
  return refusal(refused, "payments", debugId());
}

// A refusal with lasting effects must not undo them.
function attempt(work: () => Said): Said | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused && error.isLasting) return error;
    throw error;
  }
}

function nothingHere(otherMethod: boolean): Refused {
  return otherMethod
    ? new Refused(405, "METHOD_NOT_SUPPORTED", "The server does not implement the requested HTTP method.")
    : new Refused(404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.");
}

function wrongType(): Refused {
  return new Refused(
    415,
    "UNSUPPORTED_MEDIA_TYPE",
    "The server does not support the request payload's media type.",
  );
}

function refusal(refused: Refused, family: Family, debug: string): GatewayReply {
  const body = JSON.stringify(envelope(refused, family, debug));
  return withDebug({ status: refused.status, headers: { "content-type": "application/json" }, body }, debug);
}

function withDebug(reply: GatewayReply, debug: string): GatewayReply {
  return { ...reply, headers: { ...reply.headers, "Paypal-Debug-Id": debug } };
}

function wantsAll({ headers }: GatewayAsk): boolean {
  return String(headers["prefer"] ?? "").includes("return=representation");
}
