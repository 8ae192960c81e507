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
import { viewOf } from "./view.ts";

const USAGE = `npm run qoe                     report playback quality of the last seven days
npm run qoe -- --days 30
npm run qoe -- --csv FILE       the same as a table, a line for each day, quality and network

p50, p75 and p95: so long half, three quarters and 95 of 100 waited for the first frame. Rebuffering: waiting in the
middle, as a share of the time an episode was on. Left early: left before the first frame came. Days are UTC; figures are
kept for 13 months.`;
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

const main = commandMain({
  name: "qoe",
  usage: USAGE,
  options: { days: { type: "string", default: "7" }, csv: { type: "string" } },
  faults: [QoeError],
  workOf: ({ values, positionals }) =>
    positionals.length > 0 ? null : workOf(values.days ?? "7", values.csv),
});
await runIfStarted(import.meta, main);
