import { alone, median, type Outcome, share } from "./measure.ts";
import { measureBuying, measureWebhooks } from "./money/buying.ts";
import { LINES, measureReconciling } from "./money/reconciling.ts";
import { measureRenewals, RENEWALS } from "./money/renewing.ts";
import { openShop } from "./money/shop.ts";

/** Measures the paths of money: buying, webhooks, renewals that are due at once, and reconciling a long balance. */
export async function measure(): Promise<Outcome> {
  const shop = await openShop();
  try {
    const { ours, gateway } = await measureBuying(shop);
    const hooks = await measureWebhooks(shop);
    const renewed = await measureRenewals(shop);
    const reconciled = await measureReconciling(shop);
    const own = ours.map((ms) => ms - median(gateway));
    return {
      rows: [
        {
          what: "order and payment, p95",
          unit: "ms",
          ours: share(ours, 0.95),
          limit: share(gateway, 0.95),
          ratio: share(ours, 0.95) / share(gateway, 0.95),
          goal: null,
        },
        alone("order and payment without the gateway's part, p95", "ms", share(own, 0.95), { atMost: 60 }),
        alone("a webhook until it is stored, p95", "ms", share(hooks, 0.95), { atMost: 50 }),
        alone(`${RENEWALS} renewals due in one minute`, "s", renewed.seconds, { atMost: 600 }),
        {
          what: "a segment meanwhile, p99",
          unit: "ms",
          ours: renewed.busy.p99,
          limit: renewed.idle.p99,
          ratio: renewed.busy.p99 / renewed.idle.p99,
          goal: { ratioAtMost: 1.5 },
        },
        alone(`a balance of ${LINES} lines read and compared`, "s", reconciled.seconds, { atMost: 60 }),
        alone("memory for that", "MB", reconciled.memory / 2 ** 20, { atMost: 200 }),
      ],
      missing: [],
      notes: [
        "A web process and the database on one core, the gateway's simulator and the load on any. Purchases: 20 a second for 15 s, each an order and its payment, beside 200 requests of viewers a second. The limit is the gateway's part alone: an object created, fetched and confirmed by three requests.",
        "Renewals: copies of one membership, each with a customer and a card of its own at the simulator, renewed by a second process; afterwards each card was charged exactly once. Segments of 1 MB are fetched every 20 ms, before (the limit) and meanwhile.",
        "The balance: sales of the rows above and fees of the account, read by `npm run finance -- check`, which found the books equal.",
      ],
    };
  } finally {
    await shop.close();
  }
}
