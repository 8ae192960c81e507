import { UNDOABLE_MS } from "#platform/effect";
import { type DueTask, everyHour } from "#platform/jobs/due";
import * as repository from "./repository.ts";

/** Removes deleted captions for good, a day after their deletion. */
export function removedCaptionsTask(): DueTask {
  return everyHour("media: removed captions", async ({ db, clock }) => {
    await repository.removeOld(db, new Date(clock.now().getTime() - UNDOABLE_MS));
  });
}
