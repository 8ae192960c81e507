import type { LedgerReport, RevenueGroup, RevenueReport, SubscriptionsReport } from "@cliffhanger/contract";
import { readAccounts, readRevenue, readSubscriptions } from "#billing";
import { nameSeries } from "#catalogue";
import type { Trx } from "#platform/db/database";
import type { ShowPeople } from "./few.ts";
import type { Range } from "./range.ts";

/** Returns the report of revenue; with `most` only of as many groups, and what the others add up to. */
export async function revenueReport(
  trx: Trx,
  { from, to, zone, head }: Range,
  { by, most }: { by: RevenueGroup; most?: number },
): Promise<RevenueReport> {
  const titles = (ids: readonly string[]) => nameSeries(trx, ids);
  return {
    ...head,
    by,
    ...(await readRevenue(trx, { from, to, zone, by, ...(most !== undefined && { most }) }, titles)),
  };
}

/** Returns the report of memberships. */
export async function subscriptionsReport(
  trx: Trx,
  { days, head, ...span }: Range,
  show: ShowPeople,
  now: Date,
): Promise<SubscriptionsReport> {
  // What is to come is no state of today.
  const until = span.to > now ? now : span.to;
  const past = days.filter((day) => day <= head.today);
  const {
    live,
    monthly,
    moves,
    days: each,
    cohorts,
    dunning,
    ...rest
  } = await readSubscriptions(trx, { ...span, to: until }, past);
  const shown = <T extends Record<"began" | "regained" | "lostByChoice" | "lostByFailure", number>>(
    row: T,
  ) => ({
    ...row,
    began: show(row.began),
    regained: show(row.regained),
    lostByChoice: show(row.lostByChoice),
    lostByFailure: show(row.lostByFailure),
  });
  // The amount of one membership would tell whose it is, and of a few how many they are.
  const shownAmount = ({ currency, amount, members }: (typeof monthly)[number]) => ({
    currency,
    amount: show(members) === "few" ? null : amount,
  });
  return {
    ...head,
    ...rest,
    monthly: monthly.map(shownAmount),
    live: show(live),
    moves: shown(moves),
    days: each.map((day) => ({ ...shown(day), monthly: day.monthly.map(shownAmount), live: show(day.live) })),
    cohorts: cohorts.map(({ month, began, renewals }) => ({
      month,
      began: show(began),
      renewals: renewals.map(({ due, renewed }) => ({ due: show(due), renewed: show(renewed) })),
    })),
    dunning: dunning.map(({ step, members, amounts }) => ({
      step,
      members: show(members),
      amounts: amounts
        .map(shownAmount)
        .flatMap(({ amount, currency }) => (amount === null ? [] : [{ amount, currency }])),
    })),
  };
}

/** Returns the accounts of the ledger. */
export async function ledgerReport(trx: Trx, { head, ...span }: Range): Promise<LedgerReport> {
  return { ...head, ...(await readAccounts(trx, span)) };
}
