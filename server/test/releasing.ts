import { publishEpisode } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { type Moment, momentOf, planTask, releaseTask } from "#releases";
import type { TestApp } from "./app.ts";
import { type MadeSeries, makeSeries } from "./factories.ts";
import { silentLog } from "./silent-log.ts";
import { unaudited } from "./unaudited.ts";

/** Returns the moment in so many hours, to the minute. */
export function momentIn({ clock }: TestApp, hours: number): Moment {
  const moment = new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  return momentOf({ localAt: moment.slice(0, 16), zone: "UTC" });
}

/** Returns what the poller gives to the tasks of releases. */
export function releasing({ database, clock }: TestApp) {
  return { db: database.db, clock, log: silentLog, signal: new AbortController().signal };
}

/** Runs the tasks of releases as the poller does. */
export async function releaseWhatIsDue(app: TestApp): Promise<void> {
  for (const task of [planTask(), releaseTask()]) while ((await task.run(releasing(app))) > 0);
  await app.notified();
}

/** Makes a live series of which `released` episodes are visible; the films of `late` ones are not ready. */
export async function makeWaitingSeries(
  app: TestApp,
  { released = 1, waiting = 3, late = [] as number[] } = {},
): Promise<MadeSeries> {
  const made = await makeSeries(app, { episodes: released + waiting, free: 1 });
  const hidden = made.episodes.slice(released).map(({ id }) => id);
  const raw = unaudited(app.database.pool);
  await raw.query("update episode set published_at = null, held = true where id = any($1)", [hidden]);
  await raw.query("update episode set asset_id = null where series_id = $1 and number = any($2)", [
    made.id,
    late,
  ]);
  await raw.query(
    "update series set episode_count = $2, published_at = case when $2 > 0 then published_at end where id = $1",
    [made.id, released],
  );
  return made;
}

/** The film of an episode becomes ready. */
export async function finishFilm(
  { database, clock }: TestApp,
  made: MadeSeries,
  number: number,
): Promise<void> {
  const { id, assetId } = made.episodes[number - 1] ?? { id: "", assetId: "" };
  await asSystem(database.db, "ingest", (trx) =>
    publishEpisode(trx, clock, { id, assetId, duration: 18, thumbnail: null }),
  );
}

/** Returns the numbers of the episodes that a node answers. */
export async function numbersOn(node: Pick<TestApp, "http">, id: string): Promise<number[]> {
  const { data } = (await node.http.inject(`/api/video/episode?seriesId=${id}`)).json();
  return (data?.list ?? []).map(({ number }: { number: number }) => number);
}

/** Returns the numbers of the episodes that were released together, for each release of a series. */
export async function releasedTogether({ database }: TestApp, id: string): Promise<number[][]> {
  const { rows } = await database.pool.query(
    `select event.id, array_agg(episode.number order by number) as numbers from release_event as event
     join release_event_episode as part on part.event_id = event.id join episode on episode.id = part.episode_id
     where event.series_id = $1 group by event.id order by min(number)`,
    [id],
  );
  return rows.map(({ numbers }) => numbers);
}

/** Returns the rows of the audit log on an act and its subject, the oldest first. */
export async function auditOf({ database }: TestApp, action: string, id: string) {
  const found = "select * from audit where action = $1 and subject_id = $2 order by id";
  return (await database.pool.query(found, [action, id])).rows;
}
