/** `npm run review [-- --done ID --note "TEXT" | --closed]`: lists and closes manual reviews. */
import { userInfo } from "node:os";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { moneyOf } from "#platform/money";
import { plainText } from "#platform/terminal";
import { orderNumberOf } from "../records/order-code.ts";
import { listClosed, type ReviewEntry, type ReviewKind } from "../records/review/repository.ts";
import { closeReview, listOpen, ReviewError } from "./review.ts";

const USAGE = `npm run review                               what needs a person, the longest waiting first
npm run review -- --done ID --note "TEXT"    closes it, with what was done
npm run review -- --closed                   what was closed, the newest first

Payments that do not fit, disputes, a bank's warnings, refunds that failed, money that came too late, webhooks that could not
be followed, and payments that a gateway refuses because of our account. With each stands what can be done, and what closing it does. No money moves here.`;
/** A longer list is not readable in a terminal. */
const MOST = 100;

interface Options {
  done?: string | undefined;
  note?: string | undefined;
  closed?: boolean | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf({ done, note, closed = false }: Options, words: string[]): CommandWork | null {
  if (words.length > 0 || (done === undefined) !== (note === undefined)) return null;
  if (done === undefined || note === undefined) return closed ? showClosed : showOpen;
  return closed ? null : (house) => close(house, done, note);
}

async function showOpen({ db }: CommandContext): Promise<void> {
  const entries = await listOpen(db);
  if (entries.length === 0) return console.log("Nothing of the money needs a person.");
  for (const entry of entries.slice(0, MOST))
    console.log(`${headOf(entry)}\n  ${toldOf(entry)}\n  ${adviceOf(entry)}\n`);
  if (entries.length > MOST) console.log(`… and ${entries.length - MOST} more.`);
  console.log('Once one is seen to: npm run review -- --done ID --note "what was done"');
}

/** Returns the number of an entry's order; null without an order. */
const nameOfOrder = ({ number, code }: Pick<ReviewEntry, "number" | "code">) =>
  number === null ? null : orderNumberOf({ number, code });

function headOf(entry: ReviewEntry): string {
  const { id, since, email } = entry;
  const name = nameOfOrder(entry);
  const whose = email === null ? "" : `  ${plainText(email)}`;
  return `${id}  ${timeOf(since)}${name === null ? "" : `  ${name}`}${whose}`;
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const nameOf = ({ gateway }: ReviewEntry) => (gateway === "paypal" ? "PayPal" : "Stripe");
const moneyIn = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? "the money" : moneyOf(amount, currency, "en").display;

/** Returns a description of the problem. */
function toldOf(entry: ReviewEntry): string {
  const { kind, remote_id: remoteId, amount, currency, about } = entry;
  const object = plainText(remoteId ?? "an object that we do not know");
  const money = moneyIn(amount, currency);
  switch (kind) {
    case "mismatch": {
      const told = moneyIn(about?.amount ?? amount, about?.currency ?? currency);
      const faults = about?.faults?.map((fault) => plainText(fault)).join(", ");
      return `${nameOf(entry)} tells of ${object} otherwise than we asked for it${faults ? `: ${faults}` : ""}. We asked for ${money}, it says ${told}.`;
    }
    case "doubt":
      return `What became of ${object}, ${money}, cannot be found out at ${nameOf(entry)}.`;
    case "dispute":
      return `The buyer's bank disputes ${money} of ${object}; ${nameOf(entry)} holds it back, and what was bought rests.`;
    case "warning":
      return `The buyer's bank asks about ${object}, ${money}, or fears fraud; what was bought rests.`;
    case "refund":
      return `${money} could not be given back through ${nameOf(entry)} (${object}); the money is still here.`;
    case "late":
      return `${money} of ${object} came too late or twice, gives a right to nothing, and has not gone back yet.`;
    case "twice":
      return `${nameOf(entry)} took ${money} of one payment a second time (${object}); it goes back by itself.`;
    case "merchant_fault": {
      const count = about?.count ?? 1;
      const last = about?.last === undefined ? "" : `, the last at ${timeOf(new Date(about.last))}`;
      return `${nameOf(entry)} refused ${count} ${count === 1 ? "payment" : "payments"} with ${plainText(about?.code ?? "")}${last}. The fault is on our side, not the buyers'.`;
    }
    case "hint":
      return `A webhook of ${nameOf(entry)} (${plainText(about?.type ?? "")}) about ${object} could not be followed.`;
  }
}

/** Returns what can be done, and what closing the review does. */
function adviceOf(entry: ReviewEntry): string {
  const gateway = nameOf(entry);
  const number = nameOfOrder(entry) ?? "ORDER";
  const advice: Record<ReviewKind, string> = {
    mismatch: `Given back at ${gateway}, this ends by itself. Given back in another way: --done ends the order as refunded, and its buyer may order anew.`,
    doubt: `Look it up at ${gateway}. Where no money of it is with you: --done calls it off, and its buyer may order anew.`,
    dispute: `Send your evidence at ${gateway} in time; what the bank decides arrives by itself. --done only takes it off this list.`,
    warning: `Give it back before it becomes a dispute: npm run refund -- ${number}. Where nothing is wrong with it: --done opens what rests.`,
    refund: `Give it back anew, npm run refund -- ${number}, or in another way, and then --done. Access: npm run grant.`,
    late: `It goes back by itself. Should it stay here, give it back at ${gateway}, and then --done.`,
    hint: `Look it up at ${gateway}; --done takes it off this list.`,
    twice: `See at ${gateway} that it went back. Turn on that it refuses an invoice number that was paid. --done takes it off this list.`,
    merchant_fault: `Look the code up at ${gateway} and mend it in the account or the settings. Renewals are tried again by themselves. --done takes it off this list until it happens again.`,
  };
  return advice[entry.kind];
}

const done: Record<ReviewKind, string> = {
  mismatch: "Closed. The order counts as refunded, and its buyer may order anew; tell them.",
  doubt: "Closed. The payment is called off; where its order still waited for it, that is cancelled.",
  dispute: "Off the list. What the bank decides arrives by itself.",
  warning: "Closed. What was bought is open again; a membership renews once its owner wants that again.",
  refund: "Closed.",
  late: "Closed.",
  hint: "Closed.",
  twice: "Closed.",
  merchant_fault: "Closed. It is listed again when it happens again.",
};

/** Returns the system's name of the operator; a container may have none. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

async function close(house: CommandContext, id: string, note: string): Promise<void> {
  const { kind } = await closeReview(house, id, note, operatorName());
  console.log(done[kind]);
}

async function showClosed({ db }: CommandContext): Promise<void> {
  const rows = await listClosed(db, { most: MOST });
  if (rows.length === 0) return console.log("Nothing was closed yet.");
  for (const row of rows) {
    const name = nameOfOrder(row);
    console.log(
      `${timeOf(row.at)}  ${row.subject_id}  ${name === null ? "" : `${name}  `}${row.kind}: ${plainText(row.note)}`,
    );
  }
}

/** The entry point of this command. */
export const main = commandMain({
  name: "review",
  usage: USAGE,
  options: { done: { type: "string" }, note: { type: "string" }, closed: { type: "boolean" } },
  faults: [ReviewError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
});
await runIfStarted(import.meta, main);
