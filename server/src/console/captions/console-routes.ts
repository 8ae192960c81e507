import { loadUploads } from "#media";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { MediaStore } from "#platform/storage";

/** Registers the calls of captions. */
export function registerCaptions(
  http: Http,
  { db, clock, store }: { db: Db; clock: Clock; store: MediaStore },
): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "GET /api/console/captions", async ({ query }) => {
    const { readCaptions } = await loadUploads();
    return { info: await readCaptions(db, query) };
  });
  handleConsoleCall(http, "GET /api/console/episode/film", async ({ query }) => {
    const { describeFilm } = await loadUploads();
    return { info: await describeFilm({ db, store }, query.id) };
  });
  handleConsoleCall(http, "GET /api/console/episode/film/part", async ({ query }) => {
    const { readFilmPart } = await loadUploads();
    return { file: await readFilmPart({ db, store }, query), name: query.file };
  });
  handleConsoleCall(http, "POST /api/console/captions", async ({ operator, body }) => {
    const { readCaptions, shiftCaptions } = await loadUploads();
    await shiftCaptions({ ...actingAs(operator), store }, body);
    return { info: await readCaptions(db, body) };
  });
  handleConsoleCall(http, "DELETE /api/console/captions", async ({ operator, body }) => {
    const { removeCaptions } = await loadUploads();
    await removeCaptions(actingAs(operator), body);
    return { info: {} };
  });
}
