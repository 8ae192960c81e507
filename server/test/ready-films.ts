import type { TestApp } from "#test/app";
import type { MadeSeries } from "#test/factories";
import { unaudited } from "#test/unaudited";

/**
 * Gives the episodes of a series films that the encoder knows, so that the series may be published. `hidden`: the numbers of
 * those that were not published yet.
 */
export async function releaseReady(
  { database }: Pick<TestApp, "database">,
  { id, episodes }: MadeSeries,
  { hidden = [] }: { hidden?: readonly number[] } = {},
): Promise<void> {
  const raw = unaudited(database.pool);
  for (const [at, { id: episodeId, assetId }] of episodes.entries()) {
    await raw.query(
      `insert into asset (id, source_hash, profile, name, state, duration, width, height, created_at, ready_at)
       values ($1, $1, 'test', 'film.mp4', 'ready', 18, 720, 1280, now(), now())`,
      [assetId],
    );
    await raw.query("insert into asset_episode values ($1, $2, $3, $4)", [episodeId, id, at + 1, assetId]);
  }
  await raw.query(
    "update episode set published_at = null, held = true where series_id = $1 and number = any($2)",
    [id, hidden],
  );
}
