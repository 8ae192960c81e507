import type { Db } from "#platform/db/database";
import type { Span } from "../repository.ts";
import * as repository from "./repository.ts";

interface Moves {
  began: number;
  regained: number;
  lostByChoice: number;
  lostByFailure: number;
}

/** `members`: of how many it is. */
type Amounts = { currency: string; amount: number; members: number }[];

/** What the report of memberships shows. */
export interface Subscriptions {
  monthly: Amounts;
  live: number;
  moves: Moves;
  days: (Moves & { day: string; live: number; monthly: Amounts })[];
  cohorts: { month: string; began: number; renewals: { due: number; renewed: number }[] }[];
  dunning: { step: number; members: number; amounts: Amounts }[];
  firstDay: string | null;
}

/** Renewals of a cohort that are shown, and the months before that of the last day whose cohorts are. */
const RENEWALS = 12;
const MONTHS = 12;

/** Returns the memberships of a span, on each of its days. Amounts of different currencies are never added up. */
export async function readSubscriptions(db: Db, span: Span, days: readonly string[]): Promise<Subscriptions> {
  const changes = Map.groupBy(await repository.listChanges(db, span), ({ day }) => day);
  const moves = new Map((await repository.countMoves(db, span)).map((row) => [row.day, row]));
  const standing = openStanding();
  for (const change of changes.get("") ?? []) standing.add(change);
  const each = days.map((day) => {
    for (const change of changes.get(day) ?? []) standing.add(change);
    const { day: _day, ...moved } = moves.get(day) ?? { day, ...none };
    return { day, ...moved, live: standing.members(), monthly: standing.monthly() };
  });
  const renewals = await repository.countRenewals(
    db,
    { ...span, from: firstCohort(span) },
    { renewals: RENEWALS },
  );
  return {
    monthly: standing.monthly(),
    live: standing.members(),
    moves: [...moves.values()].reduce(addMoves, none),
    days: each,
    cohorts: cohortsOf(renewals),
    dunning: dunningOf(await repository.countDunning(db)),
    firstDay: await repository.firstMembershipDay(db, span.zone),
  };
}

/** Returns when the first month begins whose cohort is shown: a part of a month would be taken for all of it. */
function firstCohort({ to, zone }: Span): Date {
  const last = Temporal.Instant.fromEpochMilliseconds(to.getTime() - 1).toZonedDateTimeISO(zone);
  const first = last.toPlainDate().with({ day: 1 }).subtract({ months: MONTHS });
  return new Date(first.toZonedDateTime(zone).epochMilliseconds);
}

const none: Moves = { began: 0, regained: 0, lostByChoice: 0, lostByFailure: 0 };

function addMoves(sum: Moves, row: Moves): Moves {
  return {
    began: sum.began + row.began,
    regained: sum.regained + row.regained,
    lostByChoice: sum.lostByChoice + row.lostByChoice,
    lostByFailure: sum.lostByFailure + row.lostByFailure,
  };
}

/** Adds up changes to how it stands after each of them. */
function openStanding() {
  let members = 0;
  const of = new Map<string, { amount: number; members: number }>();
  return {
    add(change: repository.Change) {
      members += change.members;
      const before = of.get(change.currency) ?? { amount: 0, members: 0 };
      of.set(change.currency, {
        amount: before.amount + change.monthly,
        members: before.members + change.members,
      });
    },
    members: () => members,
    monthly: () =>
      [...of]
        .map(([currency, { amount, members: many }]) => ({
          currency,
          amount: Math.round(amount),
          members: many,
        }))
        .filter(({ amount }) => amount !== 0)
        .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

function cohortsOf(rows: readonly repository.CohortRow[]): Subscriptions["cohorts"] {
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, renewals]) => ({
    month,
    began: renewals[0]?.began ?? 0,
    renewals: renewals.filter(({ due }) => due > 0).map(({ due, renewed }) => ({ due, renewed })),
  }));
}

function dunningOf(rows: readonly repository.DunningRow[]): Subscriptions["dunning"] {
  return [...Map.groupBy(rows, ({ step }) => step)].map(([step, of]) => ({
    step,
    members: of.reduce((sum, { members }) => sum + members, 0),
    amounts: of.map(({ currency, amount, members }) => ({ currency, amount, members })),
  }));
}
