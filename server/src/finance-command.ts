/** `npm run finance -- check`: compares the ledger with the gateways' own books. */
import { type BooksCheck, checkBooks, type GatewayName, gatewayNames, readInstallation } from "#billing";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { signedDisplay } from "#platform/money";
import { plainText } from "#platform/terminal";
import { USAGE } from "./finance-usage.ts";
import { openGateways } from "./gateways.ts";

/** More than an operator reads at a time. */
const LIST_LIMIT = 50;

const nameOf = (gateway: GatewayName) => gatewayNames[gateway];
const shown = (amount: number, currency: string) => signedDisplay(amount, currency, "en");

function workOf({ offline = false }: { offline?: boolean | undefined }, words: string[]): CommandWork | null {
  if (words.length !== 1 || words[0] !== "check") return null;
  return (context) => check(context, offline);
}

async function check({ config, db, clock, log }: CommandContext, offline: boolean): Promise<number> {
  const { gateways } = openGateways(config, log, await readInstallation(db));
  const checked = await checkBooks({ db, clock, log, gateways }, { offline: offline || gateways.size === 0 });
  print(checked);
  return checked.isEqual ? 0 : 1;
}

function print({ unread, balances, unsettled, findings, sums, isEqual }: BooksCheck): void {
  for (const { gateway, reason } of unread)
    console.log(`✗ ${nameOf(gateway)} could not be read: ${plainText(reason)}`);
  if (balances.length === 0) console.log("No gateway's balance was read yet.");
  for (const { gateway, currency, ledger, lines, remote, at } of balances) {
    const mark = ledger === lines && lines === remote ? "✓" : "✗";
    const figures = `ledger ${shown(ledger, currency)}, lines ${shown(lines, currency)}, gateway ${shown(remote, currency)}`;
    console.log(`${mark} ${nameOf(gateway)} ${currency}: ${figures}, at ${timeOf(at)}`);
  }
  for (const { currency, amount, payments } of unsettled)
    console.log(
      `not settled yet: ${payments} ${payments === 1 ? "payment" : "payments"}, ${shown(amount, currency)}`,
    );
  if (sums.different.length === 0) console.log(`✓ Sums of days: ${sums.days} equal the ledger`);
  else
    console.log(
      `✗ Sums of days differ from the ledger and will be made anew: ${sums.different.slice(0, LIST_LIMIT).join(", ")}`,
    );
  if (findings.length > 0) console.log("\nDifferences:");
  for (const { kind, subject, currency, amount, found_at: at } of findings.slice(0, LIST_LIMIT)) {
    const money = amount === null || currency === null ? "" : `  ${shown(amount, currency)}`;
    console.log(`${timeOf(at)}  ${kind}  ${plainText(subject)}${money}`);
  }
  if (findings.length > LIST_LIMIT) console.log(`… and ${findings.length - LIST_LIMIT} more.`);
  console.log(isEqual ? "\nThe books are equal." : "\nThe books differ, marked ✗ above.");
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The entry point of this command. */
export const main = commandMain({
  name: "finance",
  usage: USAGE,
  options: { offline: { type: "boolean" } },
  faults: [],
  workOf: ({ values, positionals }) => workOf(values, positionals),
  statementTimeoutMs: 0,
});
await runIfStarted(import.meta, main);
