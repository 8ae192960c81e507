import type { Db } from "#platform/db/database";
import type { PayPalSettings, StripeSettings } from "#platform/gateway-settings";
import type { CheckedAgainst, GatewayFinding } from "./gateways/check.ts";
import { checkPayPal } from "./gateways/paypal/check.ts";
import { checkStripe } from "./gateways/stripe/check.ts";
import { listPrices } from "./records/plans/repository.ts";

/** What {@link checkGateways} asks about. */
export type CheckedGateways = { stripe: StripeSettings | null; paypal: PayPalSettings | null };

/** Asks the gateways whether all is there that selling needs. Only reads; nothing there is made or changed. */
export async function checkGateways(
  { stripe, paypal }: CheckedGateways,
  against: CheckedAgainst,
): Promise<GatewayFinding[]> {
  const found = await Promise.all([
    stripe ? checkStripe(stripe, against) : [],
    paypal ? checkPayPal(paypal, against) : [],
  ]);
  return found.flat();
}

/** What plans cost now, to be compared with what the gateways take. */
export async function pricesNow(db: Db): Promise<CheckedAgainst["prices"]> {
  return (await listPrices(db)).map(({ currency, amount }) => ({ currency, amount }));
}
