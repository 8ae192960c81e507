import type { StripeSettings } from "#platform/gateway-settings";
import type { Log } from "#platform/log";
import { once } from "#platform/once";
import type { Gateway } from "../../records/gateway.ts";

/**
 * Opens Stripe (R6). The SDK takes 40 MB of memory, so it is loaded with the first call. `timeoutMs` limits
 * each request. `installation` is the code in the metadata of our objects, which distinguishes them from
 * those of another installation in the same account.
 */
export function openStripe(
  settings: StripeSettings,
  { log, installation, timeoutMs }: { log: Log; installation?: string; timeoutMs?: number },
): Gateway {
  const live = /^[sr]k_live_/.test(settings.secretKey);
  const adapter = once(async () => {
    const { openAdapter } = await import("./adapter.ts");
    return openAdapter(settings, {
      log,
      live,
      ...(installation === undefined ? {} : { installation }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  });
  return {
    name: "stripe",
    saved: null,
    live,
    country: null,
    books: {
      readLines: async (since, now, take) => (await adapter()).books.readLines(since, now, take),
      balances: async (until) => (await adapter()).books.balances(until),
      payouts: async (since) => (await adapter()).books.payouts(since),
      linesOf: async (payoutId) => (await adapter()).books.linesOf(payoutId),
    },
    setups: {
      create: async (input) => (await adapter()).setups.create(input),
      fetch: async (remoteId) => (await adapter()).setups.fetch(remoteId),
      confirm: async (input) => (await adapter()).setups.confirm(input),
      cancel: async (remoteId, key) => (await adapter()).setups.cancel(remoteId, key),
    },
    customer: async (input) => (await adapter()).customer(input),
    create: async (input) => (await adapter()).create(input),
    fetchPayment: async (remoteId) => (await adapter()).fetchPayment(remoteId),
    charge: async (input) => (await adapter()).charge(input),
    cancel: async (remoteId, key) => (await adapter()).cancel(remoteId, key),
    refund: async (input) => (await adapter()).refund(input),
    fetchRefund: async (remoteId) => (await adapter()).fetchRefund(remoteId),
    forget: async (token) => (await adapter()).forget(token),
    fetchInstrument: async (token) => (await adapter()).fetchInstrument(token),
    fetchDispute: async (paymentRemoteId) => (await adapter()).fetchDispute(paymentRemoteId),
    sendEvidence: async (input) => (await adapter()).sendEvidence(input),
    acceptDispute: async (input) => (await adapter()).acceptDispute(input),
    fetchWarning: async (paymentRemoteId) => (await adapter()).fetchWarning(paymentRemoteId),
    verify: async (raw, headers, now) => (await adapter()).verify(raw, headers, now),
    async *events(since) {
      yield* (await adapter()).events(since);
    },
  };
}
