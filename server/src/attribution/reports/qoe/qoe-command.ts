/** `npm run qoe [-- --days 7] [--csv FILE]`: shows playback quality as reported by browsers. */
import { writeFile } from "node:fs/promises";
import {
  type CommandContext,
  type CommandWork,
  commandMain,
  pathOfPerson,
  runIfStarted,
} from "#platform/command";
import { dayBefore } from "../days.ts";
import { listFigures } from "../repository.ts";
import { csvOf } from "./csv.ts";
import { USAGE } from "./qoe-usage.ts";
import { viewOf } from "./view.ts";

const MAX_DAYS = 400;

/** A mistake in the arguments. */
class QoeError extends Error {}

function workOf(days: string, csv: string | undefined): CommandWork {
  return async ({ db, clock }: CommandContext) => {
    const count = Number(days);
    if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS)
      throw new QoeError(`--days takes a whole number from 1 to ${MAX_DAYS}.`);
    const all = Array.from({ length: count }, (_, at) => dayBefore(clock.now(), count - 1 - at));
    const [first = "", last = first] = [all[0], all.at(-1)];
    const figures = await listFigures(db, first, last);
    if (figures.length === 0) {
      console.log(
        `Nothing was reported ${count === 1 ? "today" : `from ${first} to ${last}`}: figures appear after the first playback.`,
      );
      return;
    }
    if (csv === undefined) return console.log(viewOf(figures, all));
    const path = pathOfPerson(csv);
    await writeFile(path, csvOf(figures)).catch((error: Error) => {
      throw new QoeError(`${path} could not be written: ${error.message}`);
    });
    console.log(`Written to ${path}`);
  };
}

/** `npm run qoe`. */
export const main = commandMain({
  name: "qoe",
  usage: USAGE,
  options: { days: { type: "string", default: "7" }, csv: { type: "string" } },
  faults: [QoeError],
  workOf: ({ values, positionals }) =>
    positionals.length > 0 ? null : workOf(values.days ?? "7", values.csv),
  readsOnly: () => true,
});
await runIfStarted(import.meta, main);
