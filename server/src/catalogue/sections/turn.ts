import { inTransaction } from "#platform/db/database";
import type { DueTask } from "#platform/jobs/due";
import { announceChange } from "../events.ts";
import type { SectionContent } from "../tables.ts";
import * as repository from "./repository.ts";

/** Returns whether a section is shown at a moment. */
export function isShownAt({ shown }: Pick<SectionContent, "shown">, now: Date): boolean {
  if (!shown) return true;
  const { from, until } = shown;
  return (from === null || new Date(from) <= now) && (until === null || new Date(until) > now);
}

/** Announces sections of the home screen that have begun or ended: nodes then render their pages anew. */
export function homeTurnTask(): DueTask {
  return {
    name: "catalogue: sections by time",
    hasWork: (now) => repository.hasTurned(now),
    async run({ db, clock }) {
      return inTransaction(db, async (trx) => {
        // Another node may have done it meanwhile.
        if (!(await repository.saveTurn(trx, clock.now()))) return 0;
        await announceChange(trx, null);
        return 0;
      });
    },
  };
}
