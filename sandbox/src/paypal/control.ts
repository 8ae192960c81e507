// The control plane: the actions of PayPal's staff and of buyers, and faults. JSON in and out; a form from the page is
// redirected to the page. PUT and POST mean the same; everything is at the control port.
//
//   GET  /clock                              { offset, now }; POST { offset }: seconds, absolute, from the machine's time
//   PUT  /webhook-endpoint                   { url, events? } -> { webhookId, url, events }; the same url keeps its id. GET lists
//   GET  /buyers                             the test buyers; `kind:anything` is another account of that kind
//   POST /approve                            { orderId, buyer? } -> { url }: where the browser would be sent (an order or a
//                                            setup token; buyer: "funded" by default)
//   POST /cancel                             { orderId } -> { url }
//   GET  /money                              { totals: { USD: { captured, refunded, fees, net, captures, refunds } },
//                                            capturesByOrder: { orderId: n }, captures, refunds }; smallest units; captured
//                                            counts completed captures
//   GET  /orders, /orders/{id}               stored orders; one with its captures and refunds. POST /orders/{id}/forget: an
//                                            unpaid one is unknown from then on (404)
//   GET  /requests                           { requests }: the newest 200
//   GET  /vault                              { tokens }; POST /vault/{id}/delete { as?: "deleted" | "cancelled" }: the buyer
//                                            ends it at PayPal; it is then refused as TOKEN_ID_NOT_FOUND / AGREEMENT_ALREADY_CANCELLED
//   POST /orders/next                        { issue, n? }: the next n orders are refused when they are created
//   POST /captures/next                      { status: COMPLETED | PENDING | DECLINED | FAILED, reason?, n? } the outcome of the next n,
//                                            or { issue, n? }: they are refused with it (INSTRUMENT_DECLINED ...)
//   POST /captures/merchant-initiated/next   { issue, n? } (or { status, reason?, n? }): only those without the buyer
//   POST /captures/{id}                      { status, reason? }: completes a pending one; REVERSED takes the money back
//   POST /captures/{id}/refund               { value? }: a refund made in the dashboard
//   POST /refunds/next                       { status: PENDING | FAILED | COMPLETED, n? }
//   POST /refunds/{id}                       { status: COMPLETED | FAILED | CANCELLED }: completes a pending one; a completed one fails later
//   GET  /disputes; POST /disputes           { captureId, reason?, stage?: INQUIRY | CHARGEBACK, fee? } -> dispute
//   POST /disputes/{id}                      { status } or { outcome: "won" | "lost" | "cancelled", returnFee? } (as the shop sees it)
//   GET  /plans; POST /plans/clear           the planned outcomes of the next captures and refunds
//   GET  /faults; POST /faults               { method?, path?, kind, n?, seconds?, late? } kind: before | after | hang | 500 | 429 |
//                                            409 | truncate | empty | close; POST /faults/clear
//   GET  /events                             { events: [{ id, type, at, about, deliveries }] }, the newest first
//   POST /events/{id}/send | again | drop    now | once more | never; { broken? }: with an invalid signature
//   POST /events/release                     { reversed? }: releases held events; answers when each was tried
//   POST /deliver                            attempts all due deliveries, then answers
//   GET  /delivery-plan; PUT                 { action: send | hold | drop, copies, breakSignature, delaySeconds, types, left }
//   POST /request-ids/forget                 deletes every PayPal-Request-Id; POST /access/expire: expires every access token
//   GET  /settings; PUT                      { uniqueInvoices, country, vault, tokenSeconds, vaultSeconds, reportingSeconds,
//                                            eventSeconds, reportsAllowed, singleStep: COMPLETED | CREATED,
//                                            converts: the currency that others become, "" for none }
//   POST /withdrawals                        { currency?, amount? } to the shop's bank, all of it by default; POST /withdrawals/{id}/return
//   GET  /authority.pem                      the test CA of the webhooks' certificate
import { controlReply, isCrossOrigin, NotUnderstood, readSaid, type Said } from "../gateway/control.ts";
import type { Deliveries } from "../gateway/deliveries.ts";
import type { Faults } from "../gateway/faults.ts";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { deliveryActions } from "./control-deliveries.ts";
import { moneyActions } from "./control-money.ts";
import { controlPages, refusalPage } from "./control-pages.ts";
import { worldActions } from "./control-world.ts";
import { Refused } from "./errors.ts";
import { runDue } from "./jobs.ts";
import type { Signer } from "./signing.ts";
import type { World } from "./state.ts";

/** What the control plane has access to. */
export interface Panel {
  world: World;
  deliveries: Deliveries;
  faults: Faults;
  signer: Signer;
}

/** One action of the control plane. `id` is the part of the path in brackets. */
export type ControlAction = (panel: Panel, said: Said, id: string) => unknown;

const actions: Record<string, ControlAction> = { ...worldActions, ...moneyActions, ...deliveryActions };

/** Answers one request to the control plane. */
export async function answerControl(panel: Panel, ask: GatewayAsk): Promise<GatewayReply> {
  if (isCrossOrigin(ask)) return controlReply(ask, { error: "Not from here." }, 403);
  const method = ask.method === "PUT" ? "POST" : ask.method;
  const page = method === "GET" ? controlPages(panel, ask) : undefined;
  if (page) return page;
  const found = find(method, ask.path);
  if (!found) return controlReply(ask, { error: `There is no ${ask.method} ${ask.path} here.` }, 404);
  try {
    runDue(panel.world);
    const said = method === "GET" ? {} : readSaid(ask);
    const answer = await found.action(panel, said, found.id);
    runDue(panel.world);
    return controlReply(ask, answer ?? {});
  } catch (error) {
    if (!(error instanceof NotUnderstood || error instanceof Refused)) throw error;
    const words = error instanceof Refused ? (error.details[0]?.issue ?? error.message) : error.message;
    const isForm = ask.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    return isForm ? refusalPage(words, error.status) : controlReply(ask, { error: words }, error.status);
  }
}

function find(method: string, path: string): { action: ControlAction; id: string } | undefined {
  const exact = actions[`${method} ${path}`];
  if (exact) return { action: exact, id: "" };
  for (const [name, action] of Object.entries(actions)) {
    const [head = "", tail = ""] = name.split("{id}", 2);
    const whole = `${method} ${path}`;
    if (!name.includes("{id}") || !whole.startsWith(head) || !whole.endsWith(tail)) continue;
    const id = whole.slice(head.length, whole.length - tail.length);
    if (id !== "" && !id.includes("/")) return { action: action, id };
  }
  return undefined;
}
