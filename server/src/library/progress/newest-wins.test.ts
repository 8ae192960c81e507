import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { mergeLibrary } from "../account/repository.ts";
import { clearHistory, listHistory, removeSeries } from "../history/repository.ts";
import { type Library, openLibrary } from "../library.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

// A model of what a viewer must see: the newest report of an episode, and the newest event of a series. Times are
// whole seconds; events at the same time are ordered by their content.

const never = Number.NEGATIVE_INFINITY;

let app: TestApp;
let library: Library;
let series: MadeSeries[];

beforeAll(async () => {
  app = await testApp();
  series = [await makeSeries(app, { episodes: 2 }), await makeSeries(app, { episodes: 2 })];
  // Sorted by id, which decides between two episodes watched at the same time.
  for (const { episodes } of series) episodes.sort((a, b) => (a.id < b.id ? -1 : 1));
  library = openLibrary({ db: app.database.db, clock: app.clock, listener: null });
});
afterAll(() => app.close());

// `ago` is the delay of a report in seconds; negative when the device's clock is ahead.
const device = fc.constantFrom<0 | 1>(0, 1);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("report" as const),
      device,
      series: fc.constantFrom<0 | 1>(0, 1),
      episode: fc.constantFrom<0 | 1>(0, 1),
      position: fc.integer({ min: 0, max: 20 }),
      ago: fc.integer({ min: -3, max: 40 }),
      again: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("remove" as const),
      device,
      series: fc.constantFrom<0 | 1>(0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("clear" as const), device }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("signIn" as const) }) },
);

interface Watched {
  at: number;
  position: number;
  done: boolean;
}
interface Model {
  /** By `series/episode`. */
  episodes: Map<string, Watched>;
  /** The newest event by series; no episode if that was its removal. */
  last: Map<number, { at: number; episode: string | null }>;
  removed: Map<number, number>;
  cleared: number;
}
const emptyModel = (): Model => ({
  episodes: new Map(),
  last: new Map(),
  removed: new Map(),
  cleared: never,
});

const newer = (a: Watched, b: Watched) =>
  a.at - b.at || Number(a.done) - Number(b.done) || a.position - b.position;

function barrier(model: Model, one: number): number {
  return Math.max(model.cleared, model.removed.get(one) ?? never);
}

function happened(model: Model, one: number, at: number, episode: string | null): void {
  const known = model.last.get(one);
  if (
    !known ||
    at > known.at ||
    (at === known.at && known.episode !== null && (episode ?? "") > known.episode)
  )
    model.last.set(one, { at, episode });
}

function watchedIn(model: Model, one: number, episode: string, watched: Watched): void {
  if (watched.at <= barrier(model, one)) return;
  const known = model.episodes.get(episode);
  if (!known || newer(watched, known) > 0) model.episodes.set(episode, watched);
  happened(model, one, watched.at, episode);
}

function remove(model: Model, one: number, at: number): void {
  model.removed.set(one, Math.max(at, model.removed.get(one) ?? never));
  for (const [episode, watched] of model.episodes)
    if (episode.startsWith(`${one}/`) && watched.at <= at) model.episodes.delete(episode);
  const last = model.last.get(one);
  if (!last || last.at <= at) model.last.set(one, { at, episode: null });
}

function clear(model: Model, at: number): void {
  Object.assign(model, emptyModel(), { cleared: at });
}

/** Moves the guest's library to the member, except what the guest cleared. */
function merge(guest: Model, member: Model): void {
  for (const [one, at] of guest.removed) if (at > member.cleared) remove(member, one, at);
  for (const [episode, watched] of guest.episodes) watchedIn(member, Number(episode[0]), episode, watched);
  clear(guest, never);
}

function expectedOf(model: Model) {
  const list = [...model.last]
    .filter(([, last]) => last.episode !== null)
    .toSorted(
      ([a, one], [b, other]) => other.at - one.at || ((series[a]?.id ?? "") < (series[b]?.id ?? "") ? -1 : 1),
    )
    .map(([one, last]) => {
      const { at, position, done } = model.episodes.get(last.episode ?? "") ?? {
        at: -1,
        position: -1,
        done: false,
      };
      return { series: one, episode: last.episode, position, done, at };
    });
  const episodes = [...model.episodes].map(([episode, { position, done }]) => ({ episode, position, done }));
  return { list, episodes: episodes.toSorted((a, b) => (a.episode < b.episode ? -1 : 1)) };
}

async function answerFor(visitorId: string, start: number) {
  const names = new Map(
    series.flatMap((one, at) => one.episodes.map(({ id }, number) => [id, `${at}/${number}`] as const)),
  );
  const { rows } = await listHistory(app.database.db, visitorId, { offset: 0, limit: 100 });
  const list = rows.map((row) => ({
    series: series.findIndex(({ id }) => id === row.series_id),
    episode: names.get(row.episode_id),
    position: row.position,
    done: row.done,
    at: (row.watched_at.getTime() - start) / 1000,
  }));
  const views = await Promise.all(series.map(({ id }) => library.view(visitorId, id)));
  const episodes = views
    .flatMap((view) => [...view.episodes])
    .map(([id, { position, done }]) => ({ episode: names.get(id) ?? "", position, done }))
    .toSorted((a, b) => (a.episode < b.episode ? -1 : 1));
  for (const [at, view] of views.entries())
    expect(view.progress?.episodeId).toBe(rows.find((row) => row.series_id === series[at]?.id)?.episode_id);
  return { list, episodes };
}

test("R39, R67: reports, removals and sign-ins of two devices in any order end with the newest of each", async () => {
  const { db, pool } = app.database;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const [guest, member] = [newId(app.clock.now()), newId(app.clock.now())];
      await pool.query(
        `insert into visitor (id, kind, email, referrer_token, created_at)
         values ($1, 'guest', null, $1, $3), ($2, 'member', $2, $2, $3)`,
        [guest, member, app.clock.now()],
      );
      app.clock.advance(100);
      const start = app.clock.now().getTime();
      let now = 0;
      const models = [emptyModel(), emptyModel()] as const;
      let signedIn = false;
      for (const one of steps) {
        now += 3;
        app.clock.advance(3);
        const who = "device" in one && one.device === 0 && !signedIn ? 0 : 1;
        const caller =
          who === 0 ? { id: guest, kind: "guest" as const } : { id: member, kind: "member" as const };
        if (one.type === "report") {
          const at = Math.min(now - one.ago, now);
          const report = {
            episodeId: series[one.series]?.episodes[one.episode]?.id ?? "",
            position: one.position,
            at: new Date(start + (now - one.ago) * 1000).toISOString(),
          };
          await Promise.all([
            library.report(caller, [report]),
            one.again && library.report(caller, [report]),
          ]);
          const position = Math.min(one.position, 18);
          watchedIn(models[who], one.series, `${one.series}/${one.episode}`, {
            at,
            position,
            done: position >= 15,
          });
        } else if (one.type === "remove") {
          await removeSeries(db, caller.id, series[one.series]?.id ?? "", app.clock.now());
          remove(models[who], one.series, now);
        } else if (one.type === "clear") {
          await clearHistory(db, caller.id, app.clock.now());
          clear(models[who], now);
        } else if (!signedIn) {
          signedIn = true;
          await inTransaction(db, (trx) => mergeLibrary(trx, guest, member));
          await pool.query("update visitor set merged_into = $2 where id = $1", [guest, member]);
          merge(...models);
        }
      }
      const answers = [await answerFor(guest, start), await answerFor(member, start)];
      expect(answers).toEqual(models.map(expectedOf));
    }),
    { numRuns: 60 },
  );
});

test("R39, R67: neither the order of reports matters, nor repetition, nor which of two devices sends them", async () => {
  const { pool } = app.database;
  const report = fc.record({
    episode: fc.constantFrom<0 | 1>(0, 1),
    position: fc.integer({ min: 0, max: 18 }),
    ago: fc.integer({ min: 0, max: 5 }),
  });
  const delivered = fc
    .array(report, { minLength: 1, maxLength: 12 })
    .chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length })),
    );
  await fc.assert(
    fc.asyncProperty(delivered, async ([list, again]) => {
      const ids = [newId(app.clock.now()), newId(app.clock.now())];
      const now = app.clock.now().getTime();
      await pool.query(
        `insert into visitor (id, kind, referrer_token, created_at) select id, 'guest', id, $2 from unnest($1::text[]) as id`,
        [ids, app.clock.now()],
      );
      const toBody = ({ episode, position, ago }: (typeof list)[number]) => ({
        episodeId: series[0]?.episodes[episode]?.id ?? "",
        position,
        at: new Date(now - ago * 1000).toISOString(),
      });
      const [one = "", other = ""] = ids;
      await library.report({ id: one, kind: "guest" }, list.map(toBody));
      await Promise.all(
        [...again, ...list].map((each) => library.report({ id: other, kind: "guest" }, [toBody(each)])),
      );
      expect(await answerFor(other, now)).toEqual(await answerFor(one, now));
    }),
    { numRuns: 60 },
  );
});
