import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../server/src/platform/ids.ts";
import { unaudited } from "../../server/test/unaudited.ts";
import type { Catalogue } from "../catalogue.ts";
import { alone, type Row } from "../measure.ts";
import type { Running } from "../processes.ts";
import { get, post } from "./request.ts";

const SERIES = 1_000;
const POLL_MS = 100;

/** Changes a thousand series in one act, as an operator does from the list, and waits until each of them is done. */
export async function manySeries(
  { database: { pool } }: Catalogue,
  { worker, cookie }: { worker: Running; cookie: string },
): Promise<Row> {
  await unaudited(pool).query(
    `insert into tag (id, kind, name) values ('bench-many', 'tag', '{"en": "Bench"}') on conflict do nothing`,
  );
  await unaudited(pool).query(
    `insert into series_tag (series_id, tag_id, position)
     select id, 'bench-many', 99 from (select id from series where state = 'live' order by id limit $1) as chosen
     on conflict do nothing`,
    [SERIES],
  );
  const which = { filter: { tag: "bench-many" }, count: SERIES };
  // Differs from the act of the run before, which would leave nothing to do.
  const act = { kind: "free", free: 1 + (Math.floor(Date.now() / 1000) % 8) };
  const ask = async (more: object) => {
    const requestKey = newId(new Date()).toUpperCase();
    const { body } = await post(worker, cookie, "series/bulk", { requestKey, which, act, ...more });
    const { info } = JSON.parse(body) as {
      info?: { effect: { hash: string } | null; bulk: { id: string } | null };
    };
    if (!info) throw new Error(`The act was refused: ${body.slice(0, 200)}`);
    return info;
  };
  const effect = (await ask({ dryRun: true })).effect?.hash;
  const begun = performance.now();
  const id = (await ask({ effect })).bulk?.id;
  for (;;) {
    const { body } = await get(worker, cookie, `series/bulk?id=${id}`);
    if (JSON.parse(body).info.endedAt !== null) break;
    await pause(POLL_MS);
  }
  const seconds = (performance.now() - begun) / 1000;
  return alone("an act on a thousand series", "s", seconds, { atMost: 10 });
}
