// The control plane: what somebody at PayPal, a buyer or the weather may do. JSON in and out; a form from the page is sent
// back to the page. PUT and POST mean the same; everything is at the control port.
//
//   GET  /clock                              { offset, now }; POST { offset }: seconds, absolute, from the machine's time
//   PUT  /webhook-endpoint                   { url, events? } -> { webhookId, url, events }; the same url keeps its id. GET lists
//   GET  /buyers                             the test buyers; `kind:anything` is another account of that kind
//   POST /approve                            { orderId, buyer? } -> { url }: where the browser would be sent (an order or a
//                                            setup token; buyer: "funded" unless said)
//   POST /cancel                             { orderId } -> { url }
//   GET  /money                              { totals: { USD: { captured, refunded, fees, net, captures, refunds } },
//                                            capturesByOrder: { orderId: n }, captures, refunds }; smallest units; captured
//                                            counts what was completed
//   GET  /orders, /orders/{id}               what is kept; one comes with its captures and refunds. POST /orders/{id}/forget: an
//                                            unpaid one is unknown from then on (404)
//   GET  /requests                           { requests }: the newest 200
//   GET  /vault                              { tokens }; POST /vault/{id}/delete { as?: "deleted" | "cancelled" }: the buyer
//                                            ends it at PayPal; then refused as TOKEN_ID_NOT_FOUND / AGREEMENT_ALREADY_CANCELLED
//   POST /orders/next                        { issue, n? }: the next n orders are refused when they are created
//   POST /captures/next                      { status: COMPLETED | PENDING | DECLINED | FAILED, reason?, n? } the next n turn out so,
//                                            or { issue, n? }: they are refused with it (INSTRUMENT_DECLINED ...)
//   POST /captures/merchant-initiated/next   { issue, n? } (or { status, reason?, n? }): only those without the buyer
//   POST /captures/{id}                      { status, reason? }: a pending one ends; REVERSED takes the money back
//   POST /captures/{id}/refund               { value? }: a refund made in the dashboard
//   POST /refunds/next                       { status: PENDING | FAILED | COMPLETED, n? }
//   POST /refunds/{id}                       { status: COMPLETED | FAILED | CANCELLED }: a pending one ends, a done one fails later
//   GET  /disputes; POST /disputes           { captureId, reason?, stage?: INQUIRY | CHARGEBACK, fee? } -> dispute
//   POST /disputes/{id}                      { status } or { outcome: "won" | "lost" | "cancelled", returnFee? } (as the shop sees it)
//   GET  /plans; POST /plans/clear           what the next captures and refunds will do
//   GET  /faults; POST /faults               { method?, path?, kind, n?, seconds?, late? } kind: before | after | hang | 500 | 429 |
//                                            409 | truncate | empty | close; POST /faults/clear
//   GET  /events                             { events: [{ id, type, at, about, deliveries }] }, the newest first
//   POST /events/{id}/send | again | drop    now | once more | never; { broken? }: with a signature that does not fit
//   POST /events/release                     { reversed? }: what is held goes; answers when each was tried
//   POST /deliver                            tries all that is due and answers when it was tried
//   GET  /delivery-plan; PUT                 { action: send | hold | drop, copies, breakSignature, delaySeconds, types, left }
//   POST /request-ids/forget                 forgets every PayPal-Request-Id; POST /access/expire: every access token expires
//   GET  /settings; PUT                      { uniqueInvoices, country, vault, tokenSeconds, vaultSeconds, reportingSeconds,
//                                            eventSeconds, reportsAllowed, singleStep: COMPLETED | CREATED }
//   GET  /authority.pem                      the test CA of the webhooks' certificate
import { controlReply, isForeign, NotUnderstood, readSaid, type Said } from "../gateway/control.ts";
import type { Deliveries } from "../gateway/deliveries.ts";
import type { Faults } from "../gateway/faults.ts";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { deliveryDeeds } from "./control-deliveries.ts";
import { moneyDeeds } from "./control-money.ts";
import { controlPages, refusalPage } from "./control-pages.ts";
import { worldDeeds } from "./control-world.ts";
import { Refused } from "./errors.ts";
import { runDue } from "./jobs.ts";
import type { Signer } from "./signing.ts";
import type { World } from "./state.ts";

/** What the control plane reaches. */
export interface Panel {
  world: World;
  deliveries: Deliveries;
  faults: Faults;
  signer: Signer;
}

/** One thing that may be asked of the control plane. `id` is the part of the path in brackets. */
export type Deed = (panel: Panel, said: Said, id: string) => unknown;

const deeds: Record<string, Deed> = { ...worldDeeds, ...moneyDeeds, ...deliveryDeeds };

/** Answers one request to the control plane. */
export async function answerControl(panel: Panel, ask: GatewayAsk): Promise<GatewayReply> {
  if (isForeign(ask)) return controlReply(ask, { error: "Not from here." }, 403);
  const method = ask.method === "PUT" ? "POST" : ask.method;
  const page = method === "GET" ? controlPages(panel, ask) : undefined;
  if (page) return page;
  const found = find(method, ask.path);
  if (!found) return controlReply(ask, { error: `There is no ${ask.method} ${ask.path} here.` }, 404);
  try {
    runDue(panel.world);
    const said = method === "GET" ? {} : readSaid(ask);
    const answer = await found.deed(panel, said, found.id);
    runDue(panel.world);
    return controlReply(ask, answer ?? {});
  } catch (error) {
    if (!(error instanceof NotUnderstood || error instanceof Refused)) throw error;
    const words = error instanceof Refused ? (error.details[0]?.issue ?? error.message) : error.message;
    const isForm = ask.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    return isForm ? refusalPage(words, error.status) : controlReply(ask, { error: words }, error.status);
  }
}

function find(method: string, path: string): { deed: Deed; id: string } | undefined {
  const exact = deeds[`${method} ${path}`];
  if (exact) return { deed: exact, id: "" };
  for (const [name, deed] of Object.entries(deeds)) {
    const [head = "", tail = ""] = name.split("{id}", 2);
    const whole = `${method} ${path}`;
    if (!name.includes("{id}") || !whole.startsWith(head) || !whole.endsWith(tail)) continue;
    const id = whole.slice(head.length, whole.length - tail.length);
    if (id !== "" && !id.includes("/")) return { deed, id };
  }
  return undefined;
}
