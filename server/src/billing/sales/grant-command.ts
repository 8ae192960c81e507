/** `npm run grant -- EMAIL --days N | EMAIL --series SERIES | --list | --revoke ID`: gives free access. */
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { plainText } from "#platform/terminal";
import { longDate } from "../accounting/receipts/words.ts";
import { type ListedGrant, listGrants } from "../records/grants/repository.ts";
import { seriesCalled, titleOf } from "./change.ts";
import { GrantError, giveGrant, takeGrant } from "./grant.ts";
import { PlanError } from "./plan-error.ts";

const USAGE = `npm run grant -- EMAIL --days N            every series, for so many days
npm run grant -- EMAIL --series SERIES     one series, for good; its id, or its title in quotes
npm run grant -- --list                    what was given, the newest first
npm run grant -- --revoke ID               takes it back

It works at once and charges nothing. Whoever pays for a membership keeps paying for it.`;
/** A longer list is not readable in a terminal. */
const MOST = 100;

interface Options {
  days?: string | undefined;
  series?: string | undefined;
  list?: boolean | undefined;
  revoke?: string | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf({ days, series, list, revoke }: Options, [email, ...more]: string[]): CommandWork | null {
  const wishes = [days, series, list || undefined, revoke].filter((wish) => wish !== undefined);
  if (more.length > 0 || wishes.length !== 1) return null;
  if (list) return email === undefined ? showGrants : null;
  if (revoke !== undefined) {
    if (email !== undefined) return null;
    return async (house) => {
      await takeGrant(house, revoke);
      console.log("Taken back. What they have besides stays.");
    };
  }
  if (email === undefined) return null;
  return days === undefined
    ? (house) => giveSeries(house, email, series ?? "")
    : (house) => giveDays(house, email, days);
}

async function giveDays(house: CommandContext, email: string, days: string): Promise<void> {
  const count = /^\d{1,5}$/.test(days) ? Number(days) : 0;
  const { id, valid_to: end } = await giveGrant(house, email, { days: count });
  console.log(`${email} may watch every series until ${end ? longDate(end) : "further notice"}.`);
  console.log(`To take it back: npm run grant -- --revoke ${id}`);
}

async function giveSeries(house: CommandContext, email: string, called: string): Promise<void> {
  const series = await seriesCalled(house.db, called);
  const { id } = await giveGrant(house, email, { seriesId: series.id });
  console.log(`${email} may watch all of ${titleOf(series.title)}, for good.`);
  console.log(`To take it back: npm run grant -- --revoke ${id}`);
}

async function showGrants({ db, clock }: CommandContext): Promise<void> {
  const rows = await listGrants(db, MOST);
  if (rows.length === 0) return console.log("Nothing was given yet.");
  for (const row of rows)
    console.log(`${row.id}  ${plainText(row.email ?? "(account erased)")}: ${lineOf(row, clock.now())}`);
}

function lineOf(
  { title, series_id: series, valid_to: end, revoked_at: revoked }: ListedGrant,
  now: Date,
): string {
  const what = series === null ? "every series" : title ? plainText(titleOf(title)) : series;
  if (revoked) return `${what}, taken back on ${longDate(revoked)}`;
  if (!end) return `${what}, for good`;
  return `${what}, ${end <= now ? "ended on" : "until"} ${longDate(end)}`;
}

/** The entry point of this command. */
export const main = commandMain({
  name: "grant",
  usage: USAGE,
  options: {
    days: { type: "string" },
    series: { type: "string" },
    list: { type: "boolean" },
    revoke: { type: "string" },
  },
  faults: [GrantError, PlanError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
});
await runIfStarted(import.meta, main);
