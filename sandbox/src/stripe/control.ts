// The control plane's JSON API. Bodies are JSON objects (a form does too); every answer is JSON. `CH` is a charge's id, or that
// of a payment intent for its latest charge.
//
//   GET    /clock                       { offset, now, iso }                        POST { offset }  seconds from the machine's time
//   GET    /webhook-endpoint            { endpoints: [{ id, url, events, status, secret }] }
//   PUT    /webhook-endpoint            { url, events? } -> { id, url, events, status, secret }; the same url keeps its secret
//   GET    /money                       { totals, charges, refunds, disputes, lines, warnings, intents }
//   POST   /payouts                     { currency? }  pays out all that is available, as Stripe does daily
//   POST   /payouts/PO/fail            the bank sends it back
//   POST   /fees                        { amount, currency? }  a fee of the account, which belongs to no payment
//   GET    /money/intents/PI            { id, status, attempts, charges, charged, refunded }
//   POST   /charges/CH/refund           { amount?, reason? }                        as in the dashboard
//   POST   /charges/CH/dispute          { reason?, inquiry? }
//   POST   /charges/CH/fraud-warning
//   POST   /disputes/ID/close           { outcome: won | lost | warning_closed }    ID may also be CH
//   POST   /refunds/ID/settle           { outcome: failed | succeeded }
//   POST   /intents/PI/authenticate     { outcome: pass | fail }                    3D Secure without a browser; setup intents too
//   POST   /payment-methods/PM/update   { exp_month?, exp_year?, last4?, decline? } payment_method.automatically_updated
//   POST   /payment-methods/PM/detach
//   GET    /declines                    { declines }                                DELETE removes them
//   POST   /declines/clear              { of? }     those of a customer or payment method, by default all
//   POST   /declines                    { outcome, of?, offSession?, n?, seconds?, end? }
//            outcome: a decline code (insufficient_funds, stolen_card, authentication_required …) or "processing", which ends
//            after `seconds` as `end`: "succeeded" or a decline code; of: a customer or payment method, by default any
//   POST   /misreport                   { fields: { amount?, amount_received?, currency?, livemode?, metadata? }, n? }
//   PUT    /account                     { chargesEnabled }
//   GET    /settlement                  { currency, rates, delay }
//   PUT    /settlement                  { currency?, rates?, delay? }  the settlement currency (null: no conversion), the
//            values in US dollars, and the seconds until a charge's balance row exists (null: as for its capture)
//   GET    /wallets                     { wallets, delaySeconds, load }
//   PUT    /wallets                     { wallets?, delaySeconds?, load? }  wallets: of applePay, googlePay, link; none as in a
//            browser within an app; load: ready | never | error; missing fields return to their defaults. POST does the same
//   PUT    /association                 { domain, found }  whether a look at the domain finds Apple's file there
//   GET    /requests                    { requests }  the newest 200
//   GET    /events?type=&limit=         { events: [{ …event, deliveries }] }  the newest first
//   POST   /events/EVT/send             { broken? }          now, if undelivered
//   POST   /events/EVT/again            { times?, broken? }  once more to every subscriber
//   POST   /events/EVT/drop
//   GET    /deliveries/plan             the plan for new events
//   POST   /deliveries/plan             { action?: send | hold | drop, copies?, breakSignature?, delaySeconds?, types?, left? };
//            missing fields return to their defaults; types: with * and ** (charge.**); left: number of events, null: no limit
//   POST   /deliveries/release          { reversed? }        releases held events; answers when each was tried
//   GET    /faults                      { faults }           DELETE removes them
//   POST   /faults                      { kind, method?, path?, n?, seconds?, late? }
//            kind: before | after | hang | 500 | 429 | 409 | truncate | empty | close; path with * (a segment) and ** (anything)
//   POST   /pace                        { most }             requests per second; null: no limit
//   POST   /idempotency/prune           { pruned }
import type { Server } from "node:http";
import {
  controlFile,
  controlReply,
  isCrossOrigin,
  NotUnderstood,
  readSaid,
  type Said,
} from "../gateway/control.ts";
import { type GatewayAsk, type GatewayReply, serveGateway } from "../gateway/http.ts";
import type { Bank } from "./bank.ts";
import { deliveryActions } from "./control-deliveries.ts";
import { moneyActions } from "./control-money.ts";
import { controlPage } from "./control-page.ts";
import { controlScript, controlSheet } from "./control-style.ts";
import { worldActions } from "./control-world.ts";
import type { Idempotency } from "./idempotency.ts";
import { DomainError } from "./refusal.ts";

/** The action of one route of the control plane. */
export type ControlAction = (said: Said, id: string) => object | Promise<object>;

/** Serves the control plane: JSON for programs, a page for people. */
export function serveControl(bank: Bank, keys: Idempotency): Server {
  const actions = Object.entries({
    ...moneyActions(bank),
    ...deliveryActions(bank),
    ...worldActions(bank, keys),
  }).map(([requestLine, action]) => {
    const [method, path = ""] = requestLine.split(" ");
    return { method, path: new RegExp(`^${path.replace(":id", "([^/]+)")}$`), deed: action };
  });
  return serveGateway({
    async answer(ask) {
      if (isCrossOrigin(ask))
        return controlReply(ask, { error: "Only this page and programs may ask." }, 403);
      const page = ask.method === "GET" ? answerPerson(bank, ask) : undefined;
      if (page) return page;
      const found = actions.find(({ method, path }) => method === ask.method && path.test(ask.path));
      if (!found)
        return controlReply(ask, { error: "There is no such line; see the list in control.ts." }, 404);
      try {
        const said = ask.method === "GET" ? Object.fromEntries(ask.query) : readSaid(ask);
        return controlReply(ask, await found.deed(said, found.path.exec(ask.path)?.[1] ?? ""));
      } catch (error) {
        if (error instanceof NotUnderstood) return controlReply(ask, { error: error.message }, error.status);
        if (error instanceof DomainError) return controlReply(ask, { error: error.message }, error.status);
        throw error;
      }
    },
  });
}

function answerPerson(bank: Bank, ask: GatewayAsk): GatewayReply | undefined {
  if (ask.path === "/style.css") return controlFile("text/css", controlSheet);
  if (ask.path === "/control.js") return controlFile("text/javascript", controlScript);
  const html = controlPage(bank, ask.path);
  return html === undefined ? undefined : controlFile("text/html", html);
}
