import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ask, beginWalk, type Fetch, fetchFile, give, takeAway, type Walk } from "#test/paywall-oracle";
import { edits, invalidAddress, sameAddress } from "#test/paywall-tricks";
import { exposesMedia, openWorld, type WalledEpisode, type World } from "#test/paywall-world";
import { makeGuest, makeMember, type Person } from "#test/people";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(300) });

/** How many random walks; each is of 20 to 60 steps. */
const WALKS = process.env["ALL_TESTS"] ? 200 : 100;

let world: World;
let people: Person[];
let episodes: WalledEpisode[];

beforeAll(async () => {
  world = await openWorld();
  const future = await world.publishAnother();
  episodes = [...world.bought.slice(0, 3), future, ...world.other];
  people = [];
  for (let count = 0; count < 3; count++) people.push(await makeMember(world.app));
  people.push(await makeGuest(world.app));
}, timeLimit(120));
afterAll(() => world.close());

const who = fc.nat(3);
const seconds = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, 599, 600, 601, 1500) },
);
const way = (unusual: readonly string[], usual: string) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...unusual) },
  );

const steps = {
  wait: fc.tuple(seconds),
  give: fc.tuple(
    who,
    fc.record({
      series: fc.boolean(),
      from: fc.constantFrom(0, 0, -3600, 120),
      seconds: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5000 })),
    }),
  ),
  takeAway: fc.tuple(fc.nat(1), fc.constantFrom("revoked" as const, "suspended" as const, "live" as const)),
  ask: fc.tuple(
    fc.option(fc.oneof(fc.nat(1), who), { freq: 8 }),
    fc.oneof(fc.integer({ min: 1, max: 3 }), fc.nat(5)),
  ),
  fetch: fc.record<Fetch>({
    grant: fc.oneof(fc.nat(4), fc.nat(1000)),
    file: fc.nat(1000),
    as: who,
    edit: way([...Object.keys(edits), "another asset"], "none"),
    path: way([...Object.keys(sameAddress), ...Object.keys(invalidAddress)], "as it is"),
    method: fc.constantFrom(
      "GET" as const,
      "GET" as const,
      "HEAD" as const,
      "range" as const,
      "POST" as const,
    ),
    older: fc.boolean(),
    behind: fc.boolean(),
    at: fc.nat(1_000_000),
  }),
};

type Step = (walk: Walk) => Promise<unknown>;
const does = <T>(
  weight: number,
  arbitrary: fc.Arbitrary<T>,
  run: (walk: Walk, input: T) => Promise<unknown>,
) => ({
  weight,
  arbitrary: arbitrary.map((input) => {
    const step: Step = (walk) => run(walk, input);
    return Object.assign(step, { [fc.toStringMethod]: () => `${run.name} ${fc.stringify(input)}` });
  }),
});

test("R47, T01: whatever happens to accounts, grants, addresses and the clock, bytes are served only with a right to them", async () => {
  const walked = fc.array(
    fc.oneof(
      does(2, steps.wait, async function wait(_walk, [some]) {
        world.app.clock.advance(some);
      }),
      does(2, steps.give, function given(walk, [person, right]) {
        return give(walk, person, right);
      }),
      does(2, steps.takeAway, function takenAway(walk, [person, how]) {
        return takeAway(walk, person, how);
      }),
      does(4, steps.ask, function asked(walk, [person, episode]) {
        return ask(walk, person, episodes[episode] as WalledEpisode);
      }),
      does(12, steps.fetch, function fetched(walk, step) {
        return fetchFile(walk, step);
      }),
    ),
    { minLength: 20, maxLength: 60 },
  );
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(walked, async (all) => {
      const walk = await beginWalk({ world, people, episodes });
      await give(walk, 0, { series: false, from: 0, seconds: 3000 });
      await give(walk, 1, { series: true, from: 0, seconds: null });
      for (const step of all) await step(walk);
      for (const [outcome, times] of walk.outcomes)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times);
    }),
    { seed: 20261120, numRuns: WALKS },
  );
  // A walk that never reaches these outcomes proves nothing.
  for (const outcome of ["playlist", "file", "over", "no right", "edited", "odd"])
    expect(outcomes.get(outcome) ?? 0, JSON.stringify([...outcomes])).toBeGreaterThan(50);
});

test("R47: every edited grant and every invalid address is refused while the grant itself is valid", async () => {
  const walk = await beginWalk({ world, people, episodes });
  await give(walk, 0, { series: false, from: 0, seconds: null });
  await ask(walk, 0, episodes[1] as WalledEpisode);
  const plain = { grant: 0, as: 3, edit: "none", path: "as it is", older: false, at: 11 } as const;
  for (const behind of [false, true]) {
    for (const method of ["GET", "HEAD", "range", "POST"] as const) {
      for (const file of [0, 1, 2, 3, 4, 6, 40, 60]) {
        const step = { ...plain, behind, method, file };
        await fetchFile(walk, step);
        for (const edit of [...Object.keys(edits), "another asset"]) await fetchFile(walk, { ...step, edit });
        for (const path of [...Object.keys(sameAddress), ...Object.keys(invalidAddress)])
          await fetchFile(walk, { ...step, path });
      }
    }
  }
  const { outcomes } = walk;
  expect(outcomes.has("over") || outcomes.has("no right")).toBe(false);
  expect(outcomes.get("edited")).toBeGreaterThan(2 * 3 * 8 * Object.keys(edits).length);
  expect(outcomes.get("odd")).toBe(2 * 4 * 8 * Object.keys(invalidAddress).length);
});

test.each([
  ["refunded", 0, (walk: Walk) => takeAway(walk, 0, "revoked")],
  ["disputed", 0, (walk: Walk) => takeAway(walk, 0, "suspended")],
  ["over by its time", 250, async () => world.app.clock.advance(250)],
] as const)(
  "R47: once a right is %s its playlists are refused at once, and every byte within ten minutes",
  async (_how, knownEnd, end) => {
    const walk = await beginWalk({ world, people, episodes });
    const episode = episodes[2] as WalledEpisode;
    await give(walk, 0, { series: false, from: -60, seconds: 60 + (knownEnd || 100_000) });
    await ask(walk, 0, episode);
    const address = walk.held[0]?.address ?? "";
    const open = async () => {
      const files = [...episode.files.keys()];
      const answers = await Promise.all(files.map((file) => world.ask(address.replace("index.m3u8", file))));
      return files.filter((_file, at) => exposesMedia(answers[at] as Awaited<ReturnType<World["ask"]>>));
    };
    expect((await open()).length).toBe(episode.files.size);
    await end(walk);
    const left = await open();
    expect(left.filter((file) => file.endsWith(".m3u8"))).toEqual([]);
    // The end of an expiring right was known: its grants end with it.
    expect(left.length > 0).toBe(knownEnd === 0);
    world.app.clock.advance(600);
    expect(await open()).toEqual([]);
    // After the right is restored, the old grant stays invalid: a new one is requested.
    await give(walk, 0, { series: false, from: 0, seconds: 5000 });
    expect(await open()).toEqual([]);
  },
);

test("R47: a grant for the previous media of an episode no longer opens a playlist", async () => {
  const walk = await beginWalk({ world, people, episodes });
  const [free, , , future] = episodes as [WalledEpisode, WalledEpisode, WalledEpisode, WalledEpisode];
  await ask(walk, null, free);
  const address = walk.held[0]?.address ?? "";
  expect(exposesMedia(await world.ask(address))).toBe(true);
  const put = "update episode set asset_id = $2 where id = $1";
  await unaudited(world.app.database.pool).query(put, [free.id, future.assetId]);
  const after = await world.ask(address);
  await unaudited(world.app.database.pool).query(put, [free.id, free.assetId]);
  expect([after.status, exposesMedia(after)]).toEqual([403, false]);
});
