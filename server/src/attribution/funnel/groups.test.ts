import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { sentStatements } from "#test/sent-statements";
import { unaudited } from "#test/unaudited";
import { readReport } from "./report.ts";
import { type Grouping, groupings, type Takings, type TouchModel } from "./repository.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const begin = Date.parse("2026-10-20T00:00:00Z");
const from = new Date(begin + 24 * HOUR_MS);
const to = new Date(begin + 72 * HOUR_MS);
const isWithin = (at: Date | null) => at !== null && at >= from && at < to;

/** Before the span, within it and after it, and exactly at its ends. */
const anHour = fc.integer({ min: 0, max: 96 });
const CHANNELS = 7;
const aChannel = fc.option(fc.nat(CHANNELS - 1), { nil: null, freq: 6 });
const aVisitor = fc.nat(24);
const aSeries = fc.constantFrom("salt", "rain", "dust");
const someTouches = { first: aChannel, last: aChannel };

const aVisit = fc.record({
  visitor: aVisitor,
  hour: anHour,
  series: fc.option(aSeries, { nil: null }),
  first: fc.nat(CHANNELS - 1),
  last: fc.nat(CHANNELS - 1),
});
const aStep = fc.record({
  visitor: aVisitor,
  hour: anHour,
  series: aSeries,
  step: fc.constantFrom("first_frame", "episode", "episode", "paywall", "checkout"),
  episode: fc.integer({ min: 1, max: 14 }),
  ...someTouches,
});
const anOrder = fc.record({
  kind: fc.constantFrom("unlock", "subscribe", "change", "renewal"),
  created: anHour,
  paid: fc.option(anHour, { nil: null }),
  /** Null where nothing is known of how the buyer came, as of a forgotten account. */
  fixed: fc.option(
    fc.record({
      language: fc.constantFrom("en", "de"),
      series: fc.option(aSeries, { nil: null }),
      ...someTouches,
    }),
    { nil: null, freq: 5 },
  ),
});
const accounts = [
  "revenue",
  "deferred_revenue",
  "tax_payable",
  "customer_credit",
  "refunds",
  "gateway_fees",
  "fx_conversion",
  "gateway_receivable",
  "gateway_clearing",
  "dispute_hold",
  "bank",
  "suspense",
] as const;
const aBooking = fc.record({
  /** The place of its order; past the last one, there is none. */
  order: fc.nat(79),
  hour: anHour,
  currency: fc.constantFrom("USD", "EUR"),
  moves: fc.array(fc.tuple(fc.constantFrom(...accounts), fc.integer({ min: -900, max: 900 })), {
    minLength: 1,
    maxLength: 3,
  }),
});
const aWorld = fc.record({
  visits: fc.array(aVisit, { minLength: 30, maxLength: 60 }),
  steps: fc.uniqueArray(aStep, {
    minLength: 80,
    maxLength: 200,
    selector: ({ visitor, series, step, episode }) => [visitor, series, step, episode].join(" "),
  }),
  orders: fc.array(anOrder, { minLength: 60, maxLength: 70 }),
  bookings: fc.array(aBooking, { minLength: 60, maxLength: 90 }),
});
type World = typeof aWorld extends fc.Arbitrary<infer W> ? W : never;

const moment = (hour: number) => new Date(begin + hour * HOUR_MS);

const channels = Array.from({ length: CHANNELS }, (_, at) => ({
  kind: ["tiktok", "facebook", "google", "token", "utm", "referral", "direct"][at] ?? "direct",
  campaign: ["Autumn", "", "Autumn", "", "Winter", "", ""][at] ?? "",
  token: ["", "friend", "", "ally", "", "", ""][at] ?? "",
  language: ["en", "de", "en", "fr", "", "de", "en"][at] ?? "",
}));
type Channel = (typeof channels)[number];

/** Stores a world instead of the one before. */
async function store({ visits, steps, orders, bookings }: World): Promise<void> {
  const insert = async (table: string, rows: readonly object[]) => {
    await unaudited(database.pool).query(
      `insert into ${table} (${Object.keys(rows[0] ?? {}).join(", ")})
       select ${Object.keys(rows[0] ?? {}).join(", ")} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  };
  await unaudited(database.pool).query(
    "truncate visitor, channel, purchase_order, ledger_txn, funnel_day restart identity cascade",
  );
  const made_on = "2026-10-01";
  await unaudited(database.pool).query(
    `insert into channel (kind, campaign, token, language, made_on)
     select kind, campaign, token, language, $2 from jsonb_populate_recordset(null::channel, $1)`,
    [JSON.stringify(channels), made_on],
  );
  const id = (channel: number | null) => (channel === null ? null : channel + 1);
  const touches = ({ first, last }: { first: number | null; last: number | null }) => ({
    first_channel: id(first),
    last_channel: id(last),
  });
  await insert(
    "visitor",
    Array.from({ length: 25 }, (_, n) => ({
      id: `v${n}`,
      kind: "guest",
      referrer_token: `v${n}`,
      created_at: moment(0),
    })),
  );
  await insert(
    "touch",
    visits.map(({ visitor, hour, series, ...ways }, n) => ({
      id: `t${n}`,
      visitor_id: `v${visitor}`,
      at: moment(hour),
      record: { kind: "direct", value: n, ...(series && { seriesId: series }) },
      own_channel: id(ways.last),
      ...touches(ways),
    })),
  );
  await insert(
    "funnel_step",
    steps.map(({ visitor, hour, series, step, episode, ...ways }) => ({
      visitor_id: `v${visitor}`,
      series_id: series,
      step,
      episode_number: episode,
      at: moment(hour),
      ...touches(ways),
    })),
  );
  await unaudited(database.pool).query(
    `insert into purchase_order (id, kind, state, title, currency, amount, method, client_token, language, created_at, paid_at)
     select id, kind, 'paid', '{}', 'USD', 100, 'card', id, 'en', created_at, paid_at
     from jsonb_to_recordset($1) as made (id text, kind text, created_at timestamptz, paid_at timestamptz)`,
    [
      JSON.stringify(
        orders.map(({ kind, created, paid }, n) => ({
          id: `o${n}`,
          kind,
          created_at: moment(created),
          paid_at: paid === null ? null : moment(paid),
        })),
      ),
    ],
  );
  await insert(
    "order_touch",
    orders.flatMap(({ fixed }, n): object[] => {
      // Of an order without a visitor there may be no row at all.
      if (fixed === null) return n % 2 === 0 ? [] : [{ order_id: `o${n}`, ...noTouch }];
      const { language, series, ...ways } = fixed;
      return [{ order_id: `o${n}`, language, series_id: series, ...touches(ways) }];
    }),
  );
  await insert(
    "ledger_txn",
    bookings.map(({ order, hour }, n) => ({
      id: `x${n}`,
      source: `test:${n}`,
      order_id: order < orders.length ? `o${order}` : null,
      at: moment(hour),
    })),
  );
  await insert("ledger_entry", bookings.flatMap(entriesOf));
}

const noTouch = { language: null, series_id: null, first_channel: null, last_channel: null };

/** The entries of a booking, with the one that brings it to zero. */
function entriesOf({ currency, moves }: World["bookings"][number], place: number) {
  const sum = moves.reduce((total, [, amount]) => total + amount, 0);
  return [...moves, ["bank", -sum] as const].map(([account, amount], n) => ({
    txn_id: `x${place}`,
    n,
    account,
    currency,
    amount,
  }));
}

interface Row {
  visitors: number;
  watched: number;
  reached: number[];
  paywall: number;
  checkout: number;
  orders: number;
  paid: number;
  renewed: number;
  money: Record<string, Takings>;
}

/** How far a visitor of a group came. */
interface Walk {
  depth: number;
  watched: boolean;
  paywall: boolean;
  checkout: boolean;
}

const groupOfChannel: Record<Exclude<Grouping, "series">, (channel: Channel) => string> = {
  campaign: ({ campaign, kind }) => campaign || `(${kind})`,
  click: ({ kind }) => kind,
  token: ({ token }) => token || "(no link)",
  language: ({ language }) => language,
};

/** Counts what a report shows row by row, without the database. */
function plainly(
  world: World,
  { by, touch, depths }: { by: Grouping; touch: TouchModel; depths: readonly number[] },
): Record<string, Row> {
  const ofWay = (way: number | null, series: string | null) => {
    if (by === "series") return series ?? "(no series)";
    const channel = way === null ? undefined : channels[way];
    return channel ? groupOfChannel[by](channel) : "(unknown)";
  };
  const ofOrder = (order: World["orders"][number] | undefined) => {
    const fixed = order?.fixed;
    if (!fixed) return "(unknown)";
    return by === "language" ? fixed.language : ofWay(fixed[touch], fixed.series);
  };
  const people: Record<string, Record<number, Walk>> = {};
  const walkOf = (key: string, visitor: number) => {
    people[key] ??= {};
    const group = people[key];
    group[visitor] ??= { depth: 0, watched: false, paywall: false, checkout: false };
    return group[visitor];
  };
  for (const visit of world.visits)
    if (isWithin(moment(visit.hour))) walkOf(ofWay(visit[touch], visit.series), visit.visitor);
  for (const { visitor, hour, series, step, episode, ...ways } of world.steps) {
    if (!isWithin(moment(hour))) continue;
    const walk = walkOf(ofWay(ways[touch], series), visitor);
    if (step === "paywall" || step === "checkout") walk[step] = true;
    else Object.assign(walk, { watched: true, depth: Math.max(walk.depth, episode) });
  }
  const rows: Record<string, Row> = {};
  const rowOf = (key: string) => {
    const walks = Object.values(people[key] ?? {});
    rows[key] ??= {
      visitors: walks.length,
      watched: walks.filter(({ watched }) => watched).length,
      reached: depths.map((depth) => walks.filter((walk) => walk.watched && walk.depth >= depth).length),
      paywall: walks.filter(({ paywall }) => paywall).length,
      checkout: walks.filter(({ checkout }) => checkout).length,
      orders: 0,
      paid: 0,
      renewed: 0,
      money: {},
    };
    return rows[key];
  };
  for (const key of Object.keys(people)) rowOf(key);
  for (const order of world.orders) {
    const [opened, paid] = [
      isWithin(moment(order.created)),
      order.paid !== null && isWithin(moment(order.paid)),
    ];
    if (!opened && !paid) continue;
    const row = rowOf(ofOrder(order));
    if (order.kind === "renewal") row.renewed += Number(paid);
    else Object.assign(row, { orders: row.orders + Number(opened), paid: row.paid + Number(paid) });
  }
  const takings: Record<string, Record<string, Takings>> = {};
  for (const [place, booking] of world.bookings.entries()) {
    if (!isWithin(moment(booking.hour))) continue;
    const key = ofOrder(world.orders[booking.order]);
    takings[key] ??= {};
    const of = takings[key];
    of[booking.currency] ??= { gross: 0, refunds: 0, fees: 0, net: 0 };
    const sums = of[booking.currency];
    for (const { account, amount } of entriesOf(booking, place)) if (sums) add(sums, account, amount);
  }
  for (const [key, money] of Object.entries(takings))
    for (const [currency, sums] of Object.entries(money))
      if (Object.values(sums).some((amount) => amount !== 0)) rowOf(key).money[currency] = sums;
  return rows;
}

function add(sums: Takings, account: (typeof accounts)[number], amount: number): void {
  if (["revenue", "deferred_revenue", "tax_payable", "customer_credit"].includes(account))
    sums.gross -= amount;
  else if (account === "refunds") sums.refunds += amount;
  else if (account === "gateway_fees") sums.fees += amount;
  else if (account !== "fx_conversion") sums.net += amount;
}

test("R8: visitors, orders and money of random days are grouped as a count row by row groups them", async () => {
  const worlds = fc.sample(aWorld, { numRuns: 4, seed: 8 });
  for (const world of worlds) {
    await store(world);
    for (const by of groupings)
      for (const touch of ["first", "last"] as const) {
        const titleOf = async (id: string) => id;
        const { rows, depths } = await readReport(database.db, {
          from,
          to,
          by,
          touch,
          series: null,
          titleOf,
        });
        const seen = rows.map(({ key, label: _label, money, ...row }) => [
          key,
          { ...row, money: Object.fromEntries(money) },
        ]);
        expect(Object.fromEntries(seen), `${by} by the ${touch} touch`).toEqual(
          plainly(world, { by, touch, depths }),
        );
      }
  }
});

test("V12: visitors are counted by a plan for the days of the report, as one for any days expects few of them", async () => {
  const options = { from, to, by: "campaign", touch: "last", series: null } as const;
  const sent = await sentStatements([database.pool], () =>
    readReport(database.db, { ...options, titleOf: async (id) => id }),
  );
  const [people] = sent.filter(({ text }) => text.includes("from funnel_step"));
  expect(people?.values).toEqual([]);
  for (const at of [from, to]) expect(people?.text).toContain(at.toISOString());
});
