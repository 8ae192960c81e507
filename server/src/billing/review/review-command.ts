/** `npm run review [-- --done ID --note "TEXT" | --closed]`: lists and closes manual reviews. */
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { signedDisplay } from "#platform/money";
import { plainText } from "#platform/terminal";
import type { FindingKind } from "../records/balance/tables.ts";
import { gatewayNames } from "../records/gateway.ts";
import { orderNumberOf } from "../records/order-code.ts";
import { listClosed, type ReviewEntry, type ReviewKind } from "../records/review/repository.ts";
import { closeReview, listOpen, ReviewError } from "./review.ts";
import { USAGE } from "./review-usage.ts";

/** A longer list is not readable in a terminal. */
const LIST_LIMIT = 100;

interface Options {
  done?: string | undefined;
  note?: string | undefined;
  closed?: boolean | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf({ done, note, closed = false }: Options, args: string[]): CommandWork | null {
  if (args.length > 0 || (done === undefined) !== (note === undefined)) return null;
  if (done === undefined || note === undefined) return closed ? showClosed : showOpen;
  return closed ? null : (context) => close(context, done, note);
}

async function showOpen({ db }: CommandContext): Promise<void> {
  const entries = await listOpen(db);
  if (entries.length === 0) return console.log("No payment needs manual review.");
  for (const entry of entries.slice(0, LIST_LIMIT))
    console.log(`${headOf(entry)}\n  ${problemOf(entry)}\n  ${adviceOf(entry)}\n`);
  if (entries.length > LIST_LIMIT) console.log(`… and ${entries.length - LIST_LIMIT} more.`);
  console.log('To close one: npm run review -- --done ID --note "what was done"');
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
const nameOf = ({ gateway }: ReviewEntry) => gatewayNames[gateway ?? "stripe"];
const moneyIn = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? "the money" : signedDisplay(amount, currency, "en");

/** Returns a description of the problem. */
function problemOf(entry: ReviewEntry): string {
  const { kind, remote_id: remoteId, amount, currency, about } = entry;
  const object = plainText(remoteId ?? "an unknown object");
  const money = moneyIn(amount, currency);
  switch (kind) {
    case "mismatch": {
      const reported = moneyIn(about?.amount ?? amount, about?.currency ?? currency);
      const faults = about?.faults?.map((fault) => plainText(fault)).join(", ");
      return `${nameOf(entry)} reports ${object} differently from the order${faults ? `: ${faults}` : ""}. The order is for ${money}, the payment for ${reported}.`;
    }
    case "doubt":
      return `The outcome of ${object}, ${money}, is unknown at ${nameOf(entry)}.`;
    case "dispute":
      return `The buyer's bank disputes ${money} of ${object}; ${nameOf(entry)} holds the money, and the purchase is suspended.${deadlineOf(entry)}`;
    case "warning":
      return `The buyer's bank asks about ${object}, ${money}, or suspects fraud; the purchase is suspended.`;
    case "refund":
      return `${money} could not be refunded through ${nameOf(entry)} (${object}); we still hold the money.`;
    case "late":
      return `${money} of ${object} came too late or twice, pays for nothing, and is not refunded yet.`;
    case "twice":
      return `${nameOf(entry)} captured ${money} of one payment a second time (${object}); the second capture is refunded automatically.`;
    case "merchant_fault": {
      const count = about?.count ?? 1;
      const last = about?.last === undefined ? "" : `, the last at ${timeOf(new Date(about.last))}`;
      return `${nameOf(entry)} refused ${count} ${count === 1 ? "payment" : "payments"} with ${plainText(about?.code ?? "")}${last}. The merchant is at fault, not the buyers.`;
    }
    case "finding":
      return `${differences[(about?.code ?? "balance") as FindingKind]} (${object}, ${money}).`;
    case "withdrawal":
      return about?.code === "changed"
        ? `The buyer withdrew from it, ${money}, but a later change of plan took its value over.`
        : `The buyer withdrew from it. ${money} would go back, which is beyond what goes back without an operator.`;
    case "request":
      return `Support asks to give ${money} back, which is above what support refunds itself (${plainText(about?.code ?? "")}).`;
    case "restore":
      return `The database was restored as of ${timeOf(new Date(about?.last ?? entry.since))}, and what the gateways did since is not known. Nothing is charged, refunded or mailed.`;
    case "hint":
      return `A webhook of ${nameOf(entry)} (${plainText(about?.type ?? "")}) about ${object} could not be handled.`;
  }
}

/** Returns until when evidence for a dispute counts, and whether a person has sent it. */
function deadlineOf({ about }: ReviewEntry): string {
  if (!about?.case) return "";
  const due = about.due ? ` by ${timeOf(new Date(about.due))}` : "";
  if (about.state === "submitted") return " Your evidence was sent.";
  return about.state === "expired" ? " No evidence was sent in time." : ` Evidence is due${due}.`;
}

const differences: Record<FindingKind, string> = {
  missing_local: "A gateway's balance has a line of ours that we have no record of; its payment is inspected",
  missing_remote: "We have a record of money that is in no line of the gateway's balance after three days",
  amount: "The gateway moved another amount than we have recorded",
  currency: "The gateway moved another currency than we have recorded",
  bought_twice:
    "A guest and the member who they became bought the same series; nothing is refunded automatically",
  fee_unknown: "The fee of a payment is not known after three days",
  receivable: "The gateway's lines do not add up to what it owes us for an order, after three days",
  unmatched_line: "A gateway's balance has a line of a kind that we do not know",
  payout_sum: "The lines of a payout do not add up to it, or are not known because it was made by hand",
  balance: "Ledger, lines and balance of a gateway differ",
};

/** Returns what can be done, and what closing the review does. */
function adviceOf(entry: ReviewEntry): string {
  const gateway = nameOf(entry);
  const number = nameOfOrder(entry) ?? "ORDER";
  const advice: Record<ReviewKind, string> = {
    mismatch: `If you refund it at ${gateway}, this closes automatically. If you refund it another way: --done marks the order as refunded, and its buyer may order again.`,
    doubt: `Look it up at ${gateway}. If you hold none of its money: --done cancels the payment, and its buyer may order again.`,
    dispute: `${entry.about?.case ? `Read the draft of your evidence and send it in time: npm run disputes -- show ${entry.about.case}.` : `Send your evidence at ${gateway} in time.`} The bank's decision arrives automatically. --done only removes it from this list.`,
    warning: `Refund it before it becomes a dispute: npm run refund -- ${number}. If nothing is wrong: --done restores the purchase.`,
    refund: `Refund it again, npm run refund -- ${number}, or another way, and then --done. To give access instead: npm run grant.`,
    late: `It is refunded automatically. If that keeps failing, refund it at ${gateway}, and then --done.`,
    restore: `npm run doctor says what is missing. Compare the gateways' payments and refunds since then with yours. --done lets charges, refunds and emails run again.`,
    hint: `Look it up at ${gateway}; --done removes it from this list.`,
    twice: `Check at ${gateway} that it was refunded. Turn on the setting that refuses a paid invoice number. --done removes it from this list.`,
    withdrawal: `Answer the buyer within two working days. To give it back: npm run refund -- ${number}. --done removes it from this list.`,
    request: `Refund it: npm run refund -- ${number}. If nothing goes back: --done removes it from this list; let support know.`,
    finding:
      "Compare it at the gateway: npm run finance -- check. It goes by itself once both agree. --done removes it from this list.",
    merchant_fault: `Look the code up at ${gateway}, and fix the account or the settings. Renewals are retried automatically. --done removes it from this list until it happens again.`,
  };
  return advice[entry.kind];
}

const done: Record<ReviewKind, string> = {
  request: "Closed. Nothing was given back by this; let support know.",
  withdrawal: "Closed. Nothing was given back by this; let the buyer know.",
  mismatch: "Closed. The order is marked as refunded, and its buyer may order again; let them know.",
  doubt: "Closed. The payment is cancelled, and so is its order if it was still open.",
  dispute: "Removed from the list. The bank's decision arrives automatically.",
  warning: "Closed. The purchase is restored; a membership renews only if its owner resumes it.",
  refund: "Closed.",
  late: "Closed.",
  restore: "Closed. Charges, refunds and emails run again.",
  hint: "Closed.",
  twice: "Closed.",
  finding: "Closed. It is listed again if it goes and comes back.",
  merchant_fault: "Closed. It is listed again if it happens again.",
};

async function close(context: CommandContext, id: string, note: string): Promise<void> {
  const { kind } = await closeReview(context, id, note);
  console.log(done[kind]);
}

async function showClosed({ db }: CommandContext): Promise<void> {
  const rows = await listClosed(db, { limit: LIST_LIMIT });
  if (rows.length === 0) return console.log("No review was closed yet.");
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
