/** `npm run disputes`: lists disputes by deadline, and shows, edits and sends their evidence. */
import { readFile, writeFile } from "node:fs/promises";
import {
  CaseError,
  type CaseRow,
  editCase,
  fileOf,
  listCases,
  orderNumberOf,
  parseCaseFile,
  readInstallation,
  requireCase,
  sendCase,
} from "#billing";
import {
  type CommandContext,
  type CommandWork,
  commandMain,
  pathOfPerson,
  runIfStarted,
  say,
} from "#platform/command";
import { moneyOf } from "#platform/money";
import { plainText } from "#platform/terminal";
import { USAGE } from "./disputes-usage.ts";
import { openGateways } from "./gateways.ts";

/** A longer list is not readable in a terminal. */
const LIST_LIMIT = 100;

interface Options {
  all?: boolean | undefined;
  to?: string | undefined;
  from?: string | undefined;
  "dry-run"?: boolean | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf(options: Options, [verb, id, ...more]: string[]): CommandWork | null {
  const { all = false, to, from, "dry-run": dryRun = false } = options;
  if (more.length > 0 || (verb !== undefined && (id === undefined || all))) return null;
  if ((to !== undefined && verb !== "show") || (from === undefined) === (verb === "edit")) return null;
  if (dryRun && verb !== "edit" && verb !== "send") return null;
  if (verb === undefined) return (context) => list(context, all);
  const name = id ?? "";
  if (verb === "show") return (context) => show(context, name, to);
  if (verb === "edit") return (context) => edit(context, name, { from: from ?? "", dryRun });
  return verb === "send" ? (context) => send(context, name, dryRun) : null;
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const nameOf = ({ gateway }: CaseRow) => (gateway === "stripe" ? "Stripe" : "PayPal");
const dueOf = ({ due_by: due }: CaseRow) => (due ? `due ${timeOf(due)}` : "no deadline known");

async function list({ db }: CommandContext, all: boolean): Promise<void> {
  const rows = await listCases(db, { all, limit: LIST_LIMIT });
  if (rows.length === 0) return console.log(all ? "There was no dispute yet." : "No dispute is open.");
  for (const row of rows) {
    const money = moneyOf(row.amount, row.currency, "en").display;
    const why = row.reason ? `, ${plainText(row.reason)}` : "";
    console.log(
      `${row.id}  ${dueOf(row)}  ${orderNumberOf(row)}  ${money} at ${nameOf(row)}${why}  ${row.state}`,
    );
  }
}

async function show({ db }: CommandContext, id: string, to: string | undefined): Promise<void> {
  const row = await requireCase(db, id);
  if (to === undefined) {
    say(
      `${row.id}  ${dueOf(row)}  ${row.state}, dispute ${row.dispute_id} at ${nameOf(row)}\n\n${fileOf(row)}`,
    );
    return;
  }
  await writeFile(pathOfPerson(to), fileOf(row), { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw new CaseError(error.code === "EEXIST" ? `${to} exists already. Name a new file.` : error.message);
  });
  console.log(`Written to ${to}. Edit it, then: npm run disputes -- edit ${row.id} --from ${to}`);
}

async function edit(
  context: CommandContext,
  id: string,
  { from, dryRun }: { from: string; dryRun: boolean },
): Promise<void> {
  const row = await requireCase(context.db, id);
  const text = await readFile(pathOfPerson(from), "utf8").catch((error: Error) => {
    throw new CaseError(`${from} cannot be read: ${error.message}`);
  });
  const texts = parseCaseFile(row.gateway, text);
  const fields = Object.keys(texts).join(", ");
  if (dryRun) return console.log(`It would be stored as reviewed, with ${fields}. Nothing was changed.`);
  await editCase(context, row.id, texts);
  console.log(`Stored as reviewed, with ${fields}. To send it: npm run disputes -- send ${row.id}`);
}

async function send(context: CommandContext, id: string, dryRun: boolean): Promise<void> {
  const { config, log, db } = context;
  const { gateways } = openGateways(config, log, await readInstallation(db));
  if (dryRun) {
    const row = await requireCase(db, id);
    say(
      `This would be sent to ${nameOf(row)} if the case is reviewed (it is ${row.state}):\n\n${fileOf(row)}`,
    );
    return;
  }
  const row = await sendCase({ ...context, gateways }, id);
  console.log(`Sent to ${nameOf(row)}. The decision arrives automatically.`);
}

/** The entry point of this command. */
export const main = commandMain({
  name: "disputes",
  usage: USAGE,
  options: {
    all: { type: "boolean" },
    to: { type: "string" },
    from: { type: "string" },
    "dry-run": { type: "boolean" },
  },
  faults: [CaseError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
});
await runIfStarted(import.meta, main);
