import { listOtherUsers } from "#platform/db/store-users";
import { type DueTask, everyHour } from "#platform/jobs/due";
import type { MediaStore } from "#platform/storage";
import type { UploadFiles } from "./files.ts";
import * as repository from "./repository.ts";

/** Ends uploads that got no byte for seven days, and removes bytes that no upload waits for: their node was killed before it did. */
export function forgottenUploadsTask(
  uploads: Pick<UploadFiles, "ids" | "remove">,
  store: MediaStore,
): DueTask {
  return everyHour("media: forgotten uploads", async ({ db }) => {
    await repository.cancelForgotten(db);
    // Uploads of another database have no row here, and the upkeep warns of it.
    if ((await listOtherUsers(db, store)).length > 0) return;
    // Listed before the rows are, which are there before their bytes.
    const stored = await uploads.ids();
    const waiting = await repository.listWaiting(db, stored);
    for (const id of stored) if (!waiting.has(id)) await uploads.remove(id);
  });
}
