import type { Db } from "#platform/db/database";
import type { PayPalSettings, StripeSettings } from "#platform/gateway-settings";
import type { CheckedAgainst, GatewayFinding } from "./gateways/check.ts";
import { openDomainFile } from "./records/domain-file.ts";
import { listPrices } from "./records/prices/repository.ts";

/** The gateways that {@link checkGateways} checks. */
export interface CheckedGateways {
  stripe: StripeSettings | null;
  paypal: PayPalSettings | null;
  dataDir: string;
}

/**
 * Checks whether the gateways are set up for selling. Without `fix` it changes nothing that counts. The checks are
 * loaded here, because that of Stripe loads its SDK, which serving never needs.
 */
export async function checkGateways(
  { stripe, paypal, dataDir }: CheckedGateways,
  found: Omit<CheckedAgainst, "domainFile">,
): Promise<GatewayFinding[]> {
  const against = { ...found, domainFile: openDomainFile(dataDir) };
  const findings = await Promise.all([
    stripe ? (await import("./gateways/stripe/check.ts")).checkStripe(stripe, against) : [],
    paypal ? (await import("./gateways/paypal/check.ts")).checkPayPal(paypal, against) : [],
  ]);
  return findings.flat();
}

/** Returns the plan prices that hold at a given time, to be compared with what the gateways accept. */
export async function pricesNow(db: Db, at: Date): Promise<CheckedAgainst["prices"]> {
  return (await listPrices(db, at)).map(({ currency, amount }) => ({ currency, amount }));
}
