import { replacePicture, undoRemoval } from "#catalogue";
import { loadUploads, type MediaTools, type UploadFiles } from "#media";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { MediaStore } from "#platform/storage";
import { type NameOf, namingOther } from "../naming/name-of.ts";
import { describeSeries } from "../series/compose.ts";

/** What the calls of pictures need. */
export interface PictureRoutes {
  db: Db;
  clock: Clock;
  store: MediaStore;
  /** Where the files of uploads are kept while they arrive. */
  uploads: UploadFiles;
  tools: () => Promise<MediaTools>;
  nameOf: NameOf;
}

/** Registers the calls of a series' poster and cover. */
export function registerPictures(http: Http, options: PictureRoutes): void {
  const { db, clock, nameOf } = options;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  const after = async (id: string) => ({ info: await describeSeries(db, nameOf, id) });
  handleConsoleCall(http, "GET /api/console/episode/frame", async ({ query }) => {
    const { readFrame } = await loadUploads();
    return { file: await readFrame(options, query), name: "frame.jpg" };
  });
  handleConsoleCall(http, "POST /api/console/picture", async ({ operator, body }) => {
    const { setPicture } = await loadUploads();
    await namingOther(nameOf, () => setPicture({ ...options, ...actingAs(operator) }, body));
    return after(body.id);
  });
  handleConsoleCall(http, "DELETE /api/console/picture", async ({ operator, body }) => {
    await namingOther(nameOf, () => replacePicture(actingAs(operator), body, null));
    return after(body.id);
  });
  handleConsoleCall(http, "POST /api/console/series/undo", async ({ operator, body }) => {
    const acting = actingAs(operator);
    const { undoRemovedCaptions } = await loadUploads();
    await namingOther(nameOf, () =>
      "captions" in body
        ? undoRemovedCaptions({ ...acting, store: options.store }, body)
        : undoRemoval(acting, body),
    );
    return after(body.id);
  });
}
