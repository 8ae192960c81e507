/** `npm run report`: the funnel from first visit to renewal, grouped by acquisition channel. */
import { writeFile } from "node:fs/promises";
import { csvOf, type Grouping, groupings, htmlOf, readReport, type TouchModel, textOf } from "#attribution";
import { findCards, textIn } from "#catalogue";
import {
  type CommandContext,
  type CommandWork,
  commandMain,
  pathOfPerson,
  runIfStarted,
} from "#platform/command";
import type { Db } from "#platform/db/database";
import { plainText } from "#platform/terminal";
import { readSite } from "#site";
import { USAGE } from "./report-usage.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const USUAL_DAYS = 30;

/** The fault of the input. */
class ReportError extends Error {}

interface Options {
  from?: string | undefined;
  to?: string | undefined;
  by?: string | undefined;
  touch?: string | undefined;
  series?: string | undefined;
  csv?: string | undefined;
  html?: string | undefined;
}

/** Returns the work to do; null when the arguments make no sense together. */
function workOf(options: Options, words: readonly string[]): CommandWork | null {
  if (words.length > 0) return null;
  const { by = "campaign", touch = "last" } = options;
  if (!(groupings as readonly string[]).includes(by) || (touch !== "first" && touch !== "last")) return null;
  return (context) => report(context, options, by as Grouping, touch);
}

async function report(
  context: CommandContext,
  options: Options,
  by: Grouping,
  touch: TouchModel,
): Promise<void> {
  const { db } = context;
  const window = windowOf(options, context.clock.now());
  const made = await readReport(db, {
    ...window,
    by,
    touch,
    series: options.series === undefined ? null : await findTitled(db, options.series),
    titleOf: async (id) => (await titleOf(db, id)) ?? id,
  });
  console.log(textOf(made));
  const site = await readSite(db);
  if (options.csv !== undefined) await save(options.csv, csvOf(made));
  if (options.html !== undefined) await save(options.html, htmlOf(made, site.name));
}

/** Returns the period from the first day to the end of the last one. */
function windowOf({ from, to }: Options, now: Date): { from: Date; to: Date } {
  const today = new Date(now.toISOString().slice(0, 10));
  const last = to === undefined ? today : dayOf(to);
  const end = new Date(last.getTime() + DAY_MS);
  const first = from === undefined ? new Date(end.getTime() - USUAL_DAYS * DAY_MS) : dayOf(from);
  if (first > last) throw new ReportError("--from must not be after --to.");
  if (end.getTime() - first.getTime() > MAX_DAYS * DAY_MS)
    throw new ReportError(`A report covers ${MAX_DAYS} days at most.`);
  return { from: first, to: end };
}

function dayOf(text: string): Date {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  // 31 June would otherwise become 1 July.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new ReportError(`"${plainText(text)}" is not a day. Write one such as 2026-11-20.`);
  return day;
}

async function findTitled(db: Db, id: string): Promise<{ id: string; title: string }> {
  const title = await titleOf(db, id);
  if (title === undefined)
    throw new ReportError(`There is no series "${plainText(id)}". Its id is in its address: /videos/ID.`);
  return { id, title };
}

async function titleOf(db: Db, id: string): Promise<string | undefined> {
  const [card] = await findCards(db, [id]);
  return card && textIn(card.title, "en");
}

async function save(file: string, text: string): Promise<void> {
  const path = pathOfPerson(file);
  try {
    // Only its owner may read the report.
    await writeFile(path, text, { mode: 0o600 });
  } catch (error) {
    throw new ReportError(`${path} could not be written: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
  console.log(`\nWritten: ${plainText(path)}`);
}

/** The entry point of this command. */
export const main = commandMain({
  name: "report",
  usage: USAGE,
  options: {
    from: { type: "string" },
    to: { type: "string" },
    by: { type: "string" },
    touch: { type: "string" },
    series: { type: "string" },
    csv: { type: "string" },
    html: { type: "string" },
  },
  faults: [ReportError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
  statementTimeoutMs: 0,
  readsOnly: () => true,
});
await runIfStarted(import.meta, main);
