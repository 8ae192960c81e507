import { type Gateway, type GatewayName, logCalls, openPayPal, openStripe } from "#billing";
import type { Config } from "#platform/config";
import type { Log } from "#platform/log";

/** The configured payment gateways, and what the card form needs. */
export interface Gateways {
  gateways: ReadonlyMap<GatewayName, Gateway>;
  cardForm: { publishableKey: string; scriptUrl: string } | null;
}

/** Opens the gateways in the settings for an installation, by its code; calls none of them yet. */
export function openGateways(
  { stripe, paypal }: Pick<Config, "stripe" | "paypal">,
  log: Log,
  installation: string,
): Gateways {
  const gateways = new Map<GatewayName, Gateway>();
  if (stripe) gateways.set("stripe", logCalls(openStripe(stripe, { log, installation }), log));
  if (paypal) gateways.set("paypal", logCalls(openPayPal(paypal, { log, installation }), log));
  return {
    gateways,
    cardForm: stripe && { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl },
  };
}
