/** `npm run tickets -- list | show NUMBER | close NUMBER`: messages from visitors to the operator. */
import { type CommandWork, commandMain, runIfStarted } from "#platform/command";
import type { Db } from "#platform/db/database";
import { plainText } from "#platform/terminal";
import { close } from "./tickets/close.ts";
import { parseTicketName, ticketName } from "./tickets/number.ts";
import { findTicket, listTickets } from "./tickets/repository.ts";
import { USAGE } from "./tickets-usage.ts";

/** More than an operator reads at a time. */
const LIST_LIMIT = 100;

/** The fault of the input. */
class TicketError extends Error {}

/** Returns the work to do; null when the arguments make no sense together. */
function workOf(closed: boolean, [verb = "list", ...names]: string[]): CommandWork | null {
  if (verb === "list" && names.length === 0) return ({ db }) => list(db, closed ? "closed" : "open");
  const [name] = names;
  if (closed || name === undefined) return null;
  if (verb === "show" && names.length === 1) return ({ db }) => show(db, numberOf(name));
  if (verb !== "close") return null;
  return async (context) => {
    for (const each of names) {
      const number = numberOf(each);
      await find(context.db, number);
      const now = await close(context, number);
      console.log(`${ticketName(number)} ${now ? "is closed." : "was closed already."}`);
    }
  };
}

function numberOf(text: string): number {
  const number = parseTicketName(text);
  if (number) return number;
  throw new TicketError(`"${plainText(text)}" is not a ticket number. Write one such as T-000123.`);
}

async function list(db: Db, state: "open" | "closed"): Promise<void> {
  const { rows, total } = await listTickets(db, state, LIST_LIMIT);
  if (total === 0) return console.log(`There are no ${state} tickets.`);
  const width = Math.max(...rows.map(({ email }) => plainText(email).length));
  for (const { number, created_at, email, subject } of rows)
    console.log(
      `${ticketName(number)}  ${timeOf(created_at)}  ${plainText(email).padEnd(width)}  ${plainText(subject)}`,
    );
  if (total > rows.length) console.log(`… and ${total - rows.length} more.`);
}

async function show(db: Db, number: number): Promise<void> {
  const ticket = await find(db, number);
  const closed = ticket.closed_at ? `, closed ${timeOf(ticket.closed_at)}` : "";
  console.log(`${ticketName(number)}  ${plainText(ticket.subject)}`);
  console.log(`${plainText(ticket.email)}, ${timeOf(ticket.created_at)}, ${ticket.language}${closed}`);
  console.log(`\n${plainText(ticket.text, { lines: true })}`);
}

async function find(db: Db, number: number) {
  const ticket = await findTicket(db, { number });
  if (ticket) return ticket;
  throw new TicketError(`There is no ticket ${ticketName(number)}.`);
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The program of this file. */
export const main = commandMain({
  name: "tickets",
  usage: USAGE,
  options: { closed: { type: "boolean", default: false } },
  faults: [TicketError],
  workOf: ({ values, positionals }) => workOf(values.closed ?? false, positionals),
  readsOnly: ({ positionals: [verb = "list"] }) => verb === "list",
});
await runIfStarted(import.meta, main);
