import { reorderEpisodes } from "#catalogue";
import { loadUploads } from "#media";
import type { Acting } from "#platform/db/audit";
import { handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { namingOther } from "../naming/name-of.ts";
import { refuseArriving } from "./arriving.ts";
import { describeSeries } from "./compose.ts";
import { previewEpisodeRemoval, removeWithUploads } from "./remove-episode.ts";
import type { SeriesRoutes } from "./series-routes.ts";

/** Registers the calls of single episodes. */
export function registerEpisodes(http: Http, { db, clock, uploads, jobs, nameOf }: SeriesRoutes): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "POST /api/console/episode/encode", async ({ operator, body }) => {
    const { encodeAgain } = await loadUploads();
    await encodeAgain(actingAs(operator), await jobs(), body.id);
    return { info: {} };
  });
  handleConsoleCall(http, "POST /api/console/episode/reorder", async ({ operator, body }) => {
    await namingOther(nameOf, () => reorderEpisodes(actingAs(operator), body, refuseArriving(body.id)));
    return { info: await describeSeries(db, nameOf, body.id) };
  });
  handleConsoleCall(http, "POST /api/console/episode/replace", async ({ operator, body }) => {
    const { replaceFilm } = await loadUploads();
    return { info: await replaceFilm({ ...actingAs(operator), uploads }, body) };
  });
  handleConsoleCall(http, "POST /api/console/episode/remove", async ({ operator, body, language }) => {
    if (body.dryRun)
      return { info: { series: null, effect: await previewEpisodeRemoval(db, body.id, language) } };
    const seriesId = await namingOther(nameOf, () => removeWithUploads(actingAs(operator), uploads, body));
    return { info: { series: await describeSeries(db, nameOf, seriesId), effect: null } };
  });
}
