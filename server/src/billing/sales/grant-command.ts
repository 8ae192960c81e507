/** `npm run grant -- EMAIL --days N | EMAIL --series SERIES | --list | --revoke ID`: gives free access. */
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { longDate } from "#platform/long-date";
import { plainText } from "#platform/terminal";
import { type ListedGrant, listGrants } from "../records/grants/repository.ts";
import { requireSeries, titleOf } from "./change.ts";
import { createGrant, GrantError, withdrawGrant } from "./grant.ts";
import { USAGE } from "./grant-usage.ts";
import { PlanError } from "./plan-error.ts";

/** A longer list is not readable in a terminal. */
const LIST_LIMIT = 100;

interface Options {
  days?: string | undefined;
  series?: string | undefined;
  list?: boolean | undefined;
  revoke?: string | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf({ days, series, list, revoke }: Options, [email, ...more]: string[]): CommandWork | null {
  const modes = [days, series, list || undefined, revoke].filter((mode) => mode !== undefined);
  if (more.length > 0 || modes.length !== 1) return null;
  if (list) return email === undefined ? showGrants : null;
  if (revoke !== undefined) {
    if (email !== undefined) return null;
    return async (context) => {
      await withdrawGrant(context, revoke);
      console.log("Revoked. Their other access stays.");
    };
  }
  if (email === undefined) return null;
  return days === undefined
    ? (context) => grantSeries(context, email, series ?? "")
    : (context) => grantDays(context, email, days);
}

async function grantDays(context: CommandContext, email: string, days: string): Promise<void> {
  const count = /^\d{1,5}$/.test(days) ? Number(days) : 0;
  const { id, valid_to: end } = await createGrant(context, email, { days: count });
  console.log(`${email} may watch every series until ${end ? longDate(end) : "further notice"}.`);
  console.log(`To revoke it: npm run grant -- --revoke ${id}`);
}

async function grantSeries(context: CommandContext, email: string, name: string): Promise<void> {
  const series = await requireSeries(context.db, name);
  const { id } = await createGrant(context, email, { seriesId: series.id });
  console.log(`${email} may watch all of ${titleOf(series.title)} permanently.`);
  console.log(`To revoke it: npm run grant -- --revoke ${id}`);
}

async function showGrants({ db, clock }: CommandContext): Promise<void> {
  const rows = await listGrants(db, LIST_LIMIT);
  if (rows.length === 0) return console.log("There are no grants yet.");
  for (const row of rows)
    console.log(`${row.id}  ${plainText(row.email ?? "(account erased)")}: ${describe(row, clock.now())}`);
}

function describe(
  { title, series_id: series, valid_to: end, revoked_at: revoked }: ListedGrant,
  now: Date,
): string {
  const what = series === null ? "every series" : title ? plainText(titleOf(title)) : series;
  if (revoked) return `${what}, revoked on ${longDate(revoked)}`;
  if (!end) return `${what}, permanently`;
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
