import { notePurchase } from "#accounts";
import { type Attribution, orderListener } from "#attribution";
import { type Billing, openBilling, openDomainFile, policyOf, readInstallation } from "#billing";
import { addressOf, type Config } from "#platform/config";
import { mailBrandingOf, readSite } from "#site";
import { openGateways } from "./gateways.ts";

/** What selling needs besides the settings. */
export type ShopOptions = Pick<Billing, "db" | "clock" | "log" | "mail"> & {
  config: Config;
  attribution: Attribution;
  metrics: Parameters<typeof openBilling>[0]["metrics"];
};

/** Opens billing with the configured gateways; campaigns and accounts hear of its orders. */
export async function openShop({ config, attribution, ...options }: ShopOptions): Promise<Billing> {
  const { db, log } = options;
  return openBilling({
    ...options,
    listeners: [
      orderListener(attribution),
      {
        async paid(trx, order) {
          // Nobody names an address for a renewal, which may have been open since before the guest's newest purchase.
          if (order.kind !== "renewal") await notePurchase(trx, order);
        },
      },
    ],
    ...openGateways(config, log, await readInstallation(db)),
    domainFile: openDomainFile(config.dataDir),
    origin: addressOf(config),
    site: async () => mailBrandingOf(await readSite(db)),
    policy: policyOf(config),
  });
}
