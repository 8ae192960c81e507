import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { unaudited } from "#test/unaudited";
import { readSubscriptions, type Subscriptions } from "./subscriptions.ts";

/** Its days are of 23 and 25 hours at the changes of the clock. */
const ZONE = "America/New_York";
const HOUR_MS = 3_600_000;
const begin = Date.parse("2026-01-01T05:00:00Z");
const moment = (hour: number) => new Date(begin + hour * HOUR_MS);

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await unaudited(database.pool).query(
    "insert into plan (id, name, period_days, created_at) values ('plan', '{}', 30, now())",
  );
});
afterAll(() => database.close());

const LENGTHS = [7, 30, 365];

/** A period as its order sold it; without an order, as its membership says. */
const aPeriod = fc.record({
  /** Hours after the one before. Several may begin at the same moment, as where a plan is changed twice. */
  after: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 900 }) }, fc.constantFrom(0, 168, 720)),
  order: fc.option(
    fc.record({
      kind: fc.constantFrom("subscribe", "renewal", "renewal", "change"),
      amount: fc.integer({ min: 0, max: 5_000 }),
      /** What it was sold cheaper, which the next period is not. */
      discount: fc.option(fc.nat(2_000), { nil: null }),
      days: fc.option(fc.constantFrom(...LENGTHS), { nil: null }),
    }),
    { nil: null, freq: 5 },
  ),
});
const aMembership = fc.record({
  created: fc.integer({ min: 0, max: 9_000 }),
  currency: fc.constantFrom("USD", "EUR", "BRL"),
  amount: fc.integer({ min: 0, max: 5_000 }),
  days: fc.constantFrom(...LENGTHS),
  periods: fc.array(aPeriod, { minLength: 1, maxLength: 12 }),
  /** Hours after it was created; it may end before its last period begins. */
  lasted: fc.option(fc.integer({ min: 0, max: 6_000 }), { nil: null }),
});
type Membership = typeof aMembership extends fc.Arbitrary<infer M> ? M : never;

/** When the periods of a membership begin. */
function startsOf({ created, periods }: Membership): number[] {
  let hour = created;
  return periods.map(({ after }, place) => {
    if (place > 0) hour += after;
    return hour;
  });
}

/** Stores memberships instead of those before. When a period ends is not read, so it is empty and overlaps none. */
async function store(memberships: readonly Membership[]): Promise<void> {
  await unaudited(database.pool).query("truncate subscription, purchase_order cascade");
  const put = (text: string, rows: readonly object[]) =>
    unaudited(database.pool).query(text, [JSON.stringify(rows)]);
  await put(
    `insert into subscription (id, plan_id, currency, amount, period_days, state, anchor_at, period_no, period_start, period_end,
       renewal_mode, language, created_at, ended_at)
     select id, 'plan', currency, amount, days, case when ended is null then 'active' else 'cancelled' end, created, 1, created,
       created, 'auto', 'en', created, ended
     from jsonb_to_recordset($1) as made (id text, currency text, amount bigint, days integer, created timestamptz, ended timestamptz)`,
    memberships.map(({ created, lasted, ...row }, n) => ({
      ...row,
      id: `s${n}`,
      created: moment(created),
      ended: lasted === null ? null : moment(created + lasted),
    })),
  );
  const periods = memberships.flatMap((membership, n) => {
    const starts = startsOf(membership);
    return membership.periods.map(({ order }, place) => ({
      id: order && `o${n}-${place}`,
      membership: `s${n}`,
      no: place + 1,
      at: moment(starts[place] ?? 0),
      currency: membership.currency,
      ...order,
    }));
  });
  const fields =
    "id text, membership text, no integer, at timestamptz, currency text, kind text, amount bigint, discount bigint, days integer";
  await put(
    `insert into purchase_order (id, kind, state, title, currency, amount, list_amount, discount, period_days, method, client_token, language,
       subscription_id, period_no, created_at, paid_at)
     select id, kind, 'paid', '{}', currency, amount, amount + discount, coalesce(discount, 0), days, 'card', id, 'en', membership, no, at, at
     from jsonb_to_recordset($1) as made (${fields}) where id is not null`,
    periods,
  );
  await put(
    `insert into subscription_period (subscription_id, no, starts_at, ends_at, order_id)
     select membership, no, at, at, id from jsonb_to_recordset($1) as made (${fields})`,
    periods,
  );
}

/** A period with what it brings in thirty days. */
interface Lived {
  from: number;
  /** Null: it has not ended. */
  until: number | null;
  currency: string;
  monthly: number;
}

function livedOf(membership: Membership): Lived[] {
  const { created, lasted, currency } = membership;
  const starts = startsOf(membership);
  return membership.periods.flatMap(({ order }, place) => {
    const from = starts[place] ?? 0;
    const ends = [starts[place + 1], lasted === null ? undefined : created + lasted];
    const known = ends.filter((hour) => hour !== undefined);
    const until = known.length === 0 ? null : Math.min(...known);
    const amount = order ? order.amount + (order.discount ?? 0) : membership.amount;
    const monthly = (amount * 30) / (order?.days ?? membership.days);
    return until !== null && until <= from ? [] : [{ from, until, currency, monthly }];
  });
}

/** Returns the moment at which a day of the zone ends, in hours. */
const endOf = (day: string) =>
  (Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(ZONE).epochMilliseconds - begin) / HOUR_MS;

/** Says of each day how many memberships there were at its end and what they brought, period by period. */
function plainDays(
  memberships: readonly Membership[],
  days: readonly string[],
  to: number,
): Pick<Subscriptions["days"][number], "day" | "live" | "monthly">[] {
  const lived = memberships.flatMap(livedOf);
  return days.map((day) => {
    const end = Math.min(endOf(day), to);
    const there = lived.filter(({ from, until }) => from < end && (until === null || until >= end));
    const monthly = [...Map.groupBy(there, ({ currency }) => currency)]
      .map(([currency, of]) => ({
        currency,
        amount: Math.round(of.reduce((sum, one) => sum + one.monthly, 0)),
        members: of.length,
      }))
      .filter(({ amount }) => amount !== 0)
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
    return { day, live: there.length, monthly };
  });
}

const monthOf = ({ created }: Membership) =>
  Temporal.Instant.fromEpochMilliseconds(moment(created).getTime())
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString()
    .slice(0, 7);

function plainCohorts(memberships: readonly Membership[], to: number): Subscriptions["cohorts"] {
  // The month of the last moment and the twelve before it, each of them whole.
  const last = Temporal.Instant.fromEpochMilliseconds(moment(to).getTime() - 1).toZonedDateTimeISO(ZONE);
  const first = Temporal.PlainYearMonth.from(last.toPlainDate().toString().slice(0, 7)).subtract({
    months: 12,
  });
  const known = memberships.filter((one) => one.created < to && monthOf(one) >= first.toString());
  const dueOf = ({ created, days }: Membership) => Math.ceil((to - created) / (days * 24)) - 1;
  const renewalsOf = (one: Membership) => {
    const starts = startsOf(one);
    return one.periods.filter(({ order }, at) => order?.kind === "renewal" && (starts[at] ?? 0) < to).length;
  };
  return [...Map.groupBy(known, monthOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, of]) => ({
      month,
      began: of.length,
      renewals: Array.from({ length: 12 }, (_, at) => at + 1).flatMap((n) => {
        const due = of.filter((one) => dueOf(one) >= n);
        const renewed = due.filter((one) => renewalsOf(one) >= n).length;
        return due.length > 0 ? [{ due: due.length, renewed }] : [];
      }),
    }));
}

test("C43: the memberships of random spans are those of a count period by period, by day, amount and month", async () => {
  const worlds = fc.sample(fc.array(aMembership, { minLength: 20, maxLength: 60 }), { numRuns: 6, seed: 43 });
  for (const memberships of worlds) {
    await store(memberships);
    for (const [first, last, hours] of [
      ["2026-01-01", "2026-12-31", 24],
      ["2026-10-20", "2026-11-16", 24],
      ["2026-03-01", "2026-03-28", 7],
      ["2027-06-01", "2027-06-02", 24],
    ] as const) {
      const count = Temporal.PlainDate.from(first).until(last).days + 1;
      const days = Array.from({ length: count }, (_, at) =>
        Temporal.PlainDate.from(first).add({ days: at }).toString(),
      );
      // A span may end within its last day: what is to come is no state of today.
      const to = endOf(last) - 24 + hours;
      const from = new Date(Temporal.PlainDate.from(first).toZonedDateTime(ZONE).epochMilliseconds);
      const seen = await readSubscriptions(database.db, { from, to: moment(to), zone: ZONE }, days);
      const wanted = plainDays(memberships, days, to);
      expect(
        seen.days.map(({ day, live, monthly }) => ({ day, live, monthly })),
        `${first} to ${last}`,
      ).toEqual(wanted);
      const { live, monthly } = wanted.at(-1) ?? {};
      expect({ live: seen.live, monthly: seen.monthly }).toEqual({ live, monthly });
      expect(seen.cohorts, `until ${last}`).toEqual(plainCohorts(memberships, to));
    }
  }
});
