import { type DueTask, everyHour } from "#platform/jobs/due";
import { removeFile } from "./folder.ts";
import * as repository from "./repository.ts";

/** Ends uploads that got no byte for seven days. */
export function forgottenUploadsTask(folder: string): DueTask {
  return everyHour("media: forgotten uploads", async ({ db }) => {
    for (const id of await repository.cancelForgotten(db)) await removeFile(folder, id);
  });
}
