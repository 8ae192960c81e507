import { type Acting, audited } from "#platform/db/audit";
import { type Cost, lockCosts, saveCosts } from "./repository.ts";

export type { Cost } from "./repository.ts";

/** Anybody names a campaign, and the audit log holds no address of a viewer. */
const MAIL_ADDRESS = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
const forLog = (text: string) => text.replaceAll(MAIL_ADDRESS, "…@…");

/** Stores what groups of visitors cost. The last one of a group, day and currency counts. */
export async function setCosts(acting: Acting, costs: readonly Cost[]): Promise<void> {
  const nameOf = ({ by, key, day, currency }: Cost) => [by, key, day, currency].join(" ");
  const wanted = new Map(costs.map((cost) => [nameOf(cost), cost]));
  await audited(acting, { action: "campaign.cost" }, async (trx) => {
    const known = new Map((await lockCosts(trx, [...wanted.values()])).map((cost) => [nameOf(cost), cost]));
    await saveCosts(trx, [...wanted.values()]);
    const amountsOf = (rows: ReadonlyMap<string, Cost>) =>
      Object.fromEntries([...wanted.keys()].map((name) => [forLog(name), rows.get(name)?.amount ?? 0]));
    const [first] = wanted.values();
    const subject = { kind: "campaign", id: wanted.size === 1 ? forLog(first?.key ?? "") : "costs" };
    return {
      result: undefined,
      changes: [{ subject, before: amountsOf(known), after: amountsOf(wanted) }],
    };
  });
}
