import { type Gateway, GatewayBusy, GatewayRefused, type SavedCharges } from "../records/gateway.ts";
import type { BillingMeters, GatewayCall, GatewayErrorClass } from "../records/meters.ts";

/** Returns a gateway whose calls are timed and whose errors are counted. */
export function measuredGateway(gateway: Gateway, meters: Pick<BillingMeters, "call" | "error">): Gateway {
  const { name } = gateway;

  async function timed<T>(call: GatewayCall, ask: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await ask();
    } catch (error) {
      // A forged webhook is refused by us, and says nothing about the gateway.
      if (call !== "verify" || !(error instanceof GatewayRefused))
        meters.error({ gateway: name, class: classOf(error) });
      throw error;
    } finally {
      meters.call({ gateway: name, call }, (performance.now() - begun) / 1000);
    }
  }

  return {
    name,
    live: gateway.live,
    country: gateway.country,
    saved: gateway.saved && measuredSaved(gateway.saved, timed),
    books: {
      readLines: (since, now, take) => timed("read_lines", () => gateway.books.readLines(since, now, take)),
      balances: (until) => timed("balances", () => gateway.books.balances(until)),
      payouts: (since) => timed("payouts", () => gateway.books.payouts(since)),
      linesOf: (payoutId) => timed("payout_lines", () => gateway.books.linesOf(payoutId)),
    },
    setups: {
      create: (input) => timed("create_setup", () => gateway.setups.create(input)),
      fetch: (remoteId) => timed("fetch_setup", () => gateway.setups.fetch(remoteId)),
      confirm: (input) => timed("confirm_setup", () => gateway.setups.confirm(input)),
      cancel: (remoteId, key) => timed("cancel_setup", () => gateway.setups.cancel(remoteId, key)),
    },
    customer: (input) => timed("customer", () => gateway.customer(input)),
    create: (input) => timed("create", () => gateway.create(input)),
    fetchPayment: (remoteId) => timed("fetch_payment", () => gateway.fetchPayment(remoteId)),
    charge: (input) => timed("charge", () => gateway.charge(input)),
    cancel: (remoteId, key) => timed("cancel", () => gateway.cancel(remoteId, key)),
    refund: (input) => timed("refund", () => gateway.refund(input)),
    fetchRefund: (remoteId) => timed("fetch_refund", () => gateway.fetchRefund(remoteId)),
    forget: (token) => timed("forget", () => gateway.forget(token)),
    fetchInstrument: (token) => timed("fetch_instrument", () => gateway.fetchInstrument(token)),
    fetchDispute: (remoteId) => timed("fetch_dispute", () => gateway.fetchDispute(remoteId)),
    sendEvidence: (input) => timed("send_evidence", () => gateway.sendEvidence(input)),
    acceptDispute: (input) => timed("accept_dispute", () => gateway.acceptDispute(input)),
    fetchWarning: (remoteId) => timed("fetch_warning", () => gateway.fetchWarning(remoteId)),
    verify: (raw, headers, now) => timed("verify", () => gateway.verify(raw, headers, now)),
    async *events(since) {
      const events = gateway.events(since)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await timed("events", () => events.next());
        if (done) return;
        yield value;
      }
    },
  };
}

type Timed = <T>(call: GatewayCall, ask: () => Promise<T>) => Promise<T>;

function measuredSaved(saved: SavedCharges, timed: Timed): SavedCharges {
  return {
    keyMs: saved.keyMs,
    request: (input) => saved.request(input),
    send: (key, request) => timed("charge_saved", () => saved.send(key, request)),
    find: (lost) => timed("find_charge", () => saved.find(lost)),
  };
}

function classOf(error: unknown): GatewayErrorClass {
  if (error instanceof GatewayRefused) return error.fault;
  return error instanceof GatewayBusy ? "busy" : "unknown";
}
