import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { unaudited } from "#test/unaudited";
import { type RetentionGroup, readSeriesRetention } from "./retention.ts";

const EPISODES = 6;
const FREE = 3;
const VISITORS = 20;
const HOUR_MS = 3_600_000;
const begin = Date.parse("2026-10-20T00:00:00Z");
const moment = (hour: number) => new Date(begin + hour * HOUR_MS);
const [FROM, TO] = [24, 72];
const channels = ["tiktok", "google", "direct"] as const;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  const raw = unaudited(database.pool);
  await raw.query(`
    insert into series (id, source_key, title, synopsis, language, free_episode_count, completed, created_at, updated_at, state)
    select id, id, '{"en": "Salt"}', '{}', 'en', ${FREE}, false, now(), now(), 'live' from unnest(array['salt', 'rain']) as id`);
  await raw.query(`
    insert into episode (id, series_id, number, title)
    select id || n, id, n, '{}' from unnest(array['salt', 'rain']) as id, generate_series(1, ${EPISODES}) as n`);
  await raw.query(
    `insert into channel (kind, campaign, token, language, made_on) select kind, '', '', 'en', now() from unnest($1::text[]) as kind`,
    [channels],
  );
  await raw.query(
    `insert into visitor (id, kind, referrer_token, created_at)
     select 'v' || n, 'guest', 'v' || n, now() from generate_series(0, ${VISITORS - 1}) as n`,
  );
});
afterAll(() => database.close());

const aVisitor = fc.nat(VISITORS - 1);
const aSeries = fc.constantFrom("salt", "salt", "salt", "rain");
const anEpisode = fc.integer({ min: 1, max: EPISODES });
const anHour = fc.integer({ min: 0, max: 96 });
const aChannel = fc.option(fc.nat(channels.length - 1), { nil: null });
const aStep = fc.record({
  visitor: aVisitor,
  series: aSeries,
  step: fc.constantFrom("first_frame", "episode", "episode", "episode", "paywall", "checkout"),
  // Half of them begin.
  episode: fc.oneof(fc.constant(1), anEpisode),
  hour: anHour,
  first: aChannel,
  last: aChannel,
});
const aWatching = fc.record({
  visitor: aVisitor,
  series: aSeries,
  episode: anEpisode,
  position: fc.nat(90),
  done: fc.boolean(),
  hour: anHour,
});
const anOrder = fc.record({
  visitor: fc.option(aVisitor, { nil: null }),
  kind: fc.constantFrom("unlock", "subscribe", "renewal"),
  series: aSeries,
  /** The episode at which it was begun; null where the whole series was bought. */
  episode: fc.option(anEpisode, { nil: null }),
  paid: fc.option(anHour, { nil: null }),
});
const aWorld = fc.record({
  // Of one visitor no two at the same moment: which of them came first would be open.
  steps: fc.uniqueArray(aStep, {
    minLength: 60,
    maxLength: 150,
    selector: ({ visitor, hour }) => `${visitor} ${hour}`,
  }),
  watched: fc.uniqueArray(aWatching, {
    minLength: 30,
    maxLength: 120,
    selector: ({ visitor, series, episode }) => `${visitor} ${series} ${episode}`,
  }),
  orders: fc.array(anOrder, { maxLength: 20 }),
});
type World = typeof aWorld extends fc.Arbitrary<infer W> ? W : never;

async function store({ steps, watched, orders }: World): Promise<void> {
  await unaudited(database.pool).query("truncate funnel_step, progress, purchase_order cascade");
  const put = (text: string, rows: readonly object[]) =>
    unaudited(database.pool).query(text, [JSON.stringify(rows)]);
  await put(
    `insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
     select 'v' || visitor, series, step, episode, at, (select id from channel where kind = first), (select id from channel where kind = last)
     from jsonb_to_recordset($1) as made (visitor integer, series text, step text, episode integer, at timestamptz, first text, last text)
     on conflict do nothing`,
    steps.map(({ hour, first, last, ...step }) => ({
      ...step,
      at: moment(hour),
      first: first === null ? null : channels[first],
      last: last === null ? null : channels[last],
    })),
  );
  await put(
    `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
     select 'v' || visitor, series, series || episode, position, 90, done, at
     from jsonb_to_recordset($1) as made (visitor integer, series text, episode integer, position real, done boolean, at timestamptz)`,
    watched.map(({ hour, ...row }) => ({ ...row, at: moment(hour) })),
  );
  await put(
    `insert into purchase_order (id, visitor_id, kind, state, series_id, episode_id, title, currency, amount, method, client_token,
       language, created_at, paid_at)
     select id, 'v' || visitor, kind, 'refunded', case when episode is null then series end, series || episode, '{}', 'USD', 100,
       'card', id, 'en', now(), at
     from jsonb_to_recordset($1) as made (id text, visitor integer, kind text, series text, episode integer, at timestamptz)`,
    orders.map(({ paid, ...row }, n) => ({ ...row, id: `o${n}`, at: paid === null ? null : moment(paid) })),
  );
}

interface Starter {
  visitor: number;
  kind: string;
  depth: number;
  sawWall: boolean;
  paid: boolean;
}

/** Those who began with the first episode in the span, and what they did until its end. */
function startersOf({ steps, orders }: World, touch: "first" | "last"): Starter[] {
  const buyers = new Set(
    orders
      .filter(
        ({ series, kind, paid }) => series === "salt" && kind !== "renewal" && paid !== null && paid < TO,
      )
      .map(({ visitor }) => visitor),
  );
  const theirs = Map.groupBy(
    steps.filter(({ series, hour }) => series === "salt" && hour < TO),
    ({ visitor }) => visitor,
  );
  return [...theirs].flatMap(([visitor, walked]) => {
    const watched = walked.filter(({ step }) => step === "episode");
    if (!watched.some(({ episode, hour }) => episode === 1 && hour >= FROM)) return [];
    const [came] = walked.toSorted((a, b) => a.hour - b.hour);
    const channel = came?.[touch] ?? null;
    return {
      visitor,
      kind: channel === null ? "" : (channels[channel] ?? ""),
      depth: Math.max(...watched.map(({ episode }) => episode)),
      sawWall: walked.some(({ step }) => step === "paywall"),
      paid: buyers.has(visitor),
    };
  });
}

function groupOf(key: string, some: readonly Starter[]): RetentionGroup {
  const count = (is: (one: Starter) => boolean) => some.filter(is).length;
  const isAtWall = ({ sawWall, paid, depth }: Starter) => sawWall || paid || depth > FREE;
  return {
    key,
    began: some.length,
    wall: {
      reached: count(isAtWall),
      paid: count(({ paid }) => paid),
      members: count(({ paid, depth }) => !paid && depth > FREE),
      left: count((one) => isAtWall(one) && !one.paid && one.depth <= FREE),
    },
    reached: Array.from({ length: EPISODES }, (_, at) => count(({ depth }) => depth > at)),
  };
}

/** By episode the middle of the positions at which those stopped who went no further and had not finished it. */
function middlesOf({ watched }: World, starters: readonly Starter[]): Map<number, number> {
  const stopped = starters.flatMap(({ visitor }) => {
    const theirs = watched.filter((one) => one.visitor === visitor && one.series === "salt" && one.hour < TO);
    const [last] = theirs.toSorted((a, b) => b.episode - a.episode);
    return last && !last.done ? [last] : [];
  });
  const middles = [...Map.groupBy(stopped, ({ episode }) => episode)].map(([episode, of]) => {
    const positions = of.map(({ position }) => position).toSorted((a, b) => a - b);
    const half = (positions.length - 1) / 2;
    const [low = 0, high = 0] = [positions[Math.floor(half)], positions[Math.ceil(half)]];
    return [episode, (low + high) / 2] as const;
  });
  return new Map(middles.toSorted(([a], [b]) => a - b));
}

test("R8: how far viewers came into a series, and where half had left, is what a count of each viewer says", async () => {
  const worlds = fc.sample(aWorld, { numRuns: 8, seed: 8 });
  for (const world of worlds) {
    await store(world);
    for (const touch of ["first", "last"] as const) {
      const starters = startersOf(world, touch);
      expect(starters.length).toBeGreaterThan(0);
      const kinds = ["google", "tiktok"];
      const seen = await readSeriesRetention(
        database.db,
        { id: "salt", free: FREE, episodes: EPISODES },
        { from: moment(FROM), to: moment(TO), touch },
        kinds,
      );
      expect(seen.groups).toEqual([
        groupOf("", starters),
        ...kinds.map((kind) =>
          groupOf(
            kind,
            starters.filter((one) => one.kind === kind),
          ),
        ),
      ]);
      expect(seen.halfLeftAt).toEqual(middlesOf(world, starters));
    }
  }
});
