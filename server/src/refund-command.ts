/** `npm run refund -- ORDER [AMOUNT]`: refunds an order through the gateway that charged it. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type Billing,
  findOrderId,
  findRefund,
  listRefunds,
  openBilling,
  openDomainFile,
  orderNumberOf,
  parseOrderNumber,
  policyOf,
  RefundError,
  readInstallation,
  refundOrder,
} from "#billing";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { addressOf } from "#platform/config";
import { type Jobs, openJobs } from "#platform/jobs";
import { openOutbox } from "#platform/mail/outbox";
import { minorUnits, moneyOf } from "#platform/money";
import { once } from "#platform/once";
import { plainText } from "#platform/terminal";
import { mailBrandingOf, readSite } from "#site";
import { openGateways } from "./gateways.ts";
import { USAGE } from "./refund-usage.ts";

/** More than an operator reads at a time. */
const LIST_LIMIT = 100;
/** How long to wait for the running app. */
const MAX_WAIT_MS = 30_000;

type Refund = Awaited<ReturnType<typeof refundOrder>>;

/** Returns the work to do; null when the arguments make no sense together. */
function workOf(
  { list = false, reason }: { list?: boolean | undefined; reason?: string | undefined },
  [order, amount, currency, ...more]: string[],
): CommandWork | null {
  if (list) return order === undefined && reason === undefined ? showRefunds : null;
  if (order === undefined || more.length > 0) return null;
  if (amount === undefined) return (context) => refund(context, order, null, reason ?? null);
  if (currency === undefined) return null;
  return (context) => refund(context, order, { amount, currency: currency.toUpperCase() }, reason ?? null);
}

async function refund(
  context: CommandContext,
  called: string,
  part: { amount: string; currency: string } | null,
  reason: string | null,
): Promise<number> {
  const orderId = await findOrderId(context.db, parseOrderNumber(called) ?? { id: called });
  if (orderId === undefined)
    throw new RefundError(
      `There is no order "${plainText(called)}". Its number is on the receipt: CH-7Q2MK0XD.`,
    );
  const amount = part && minorUnits(part.amount, part.currency);
  if (part && amount === null)
    throw new RefundError(
      `"${plainText(`${part.amount} ${part.currency}`)}" is not an amount. Write one such as 3.50 USD.`,
    );
  const { billing, close } = await openWithMail(context);
  try {
    const request = { by: "operator" as const, actor: context.by, reason, currency: part?.currency };
    const begun = await refundOrder(billing, orderId, amount, request);
    return report(await waitForRefund(billing, begun));
  } finally {
    await close();
  }
}

/** Waits for the running app to make a refund that this process cannot make, because only the running demo has the gateway. */
async function waitForRefund(billing: Billing, begun: Refund): Promise<Refund> {
  let row = begun;
  const until = Date.now() + MAX_WAIT_MS;
  while (row.state === "pending" && !billing.gateways.has(row.gateway) && Date.now() < until) {
    await pause(500);
    row = (await findRefund(billing.db, row.id)) ?? row;
  }
  return row;
}

function report({ state, amount, currency, gateway }: Refund): number {
  const money = moneyOf(amount, currency, "en").display;
  const name = gateway === "stripe" ? "Stripe" : "PayPal";
  if (state === "failed") {
    console.error(`${name} refused to refund ${money}; no money was moved. Its dashboard says why.`);
    return 1;
  }
  console.log(
    state === "done"
      ? `${money} was refunded through ${name}. The member gets a mail with a credit note.`
      : `${money} is being refunded through ${name}, which has not confirmed it yet. No action is needed: npm run refund -- --list shows the outcome.`,
  );
  return 0;
}

async function openWithMail({ config, database, db, clock, log }: CommandContext) {
  let opened: Jobs | undefined;
  const jobs = once(async () => {
    opened = await openJobs(database, log);
    return opened;
  });
  const branding = async () => mailBrandingOf(await readSite(db));
  const mail = openOutbox({ jobs, smtpUrl: config.smtpUrl, from: config.mailFrom, branding, log });
  const billing = openBilling({
    db,
    clock,
    log,
    mail,
    ...openGateways(config, log, await readInstallation(db)),
    domainFile: openDomainFile(config.dataDir),
    origin: addressOf(config),
    site: branding,
    policy: policyOf(config),
  });
  return { billing, close: async () => opened?.stop() };
}

const states = { pending: "pending", done: "done", failed: "FAILED, the money was not refunded" };

async function showRefunds({ db }: CommandContext): Promise<void> {
  const rows = await listRefunds(db, LIST_LIMIT);
  if (rows.length === 0) return console.log("There are no refunds yet.");
  for (const row of rows) {
    const { created_at: at, amount, currency, state, initiated_by: by, reason, email } = row;
    const money = moneyOf(amount, currency, "en").display;
    const why = reason ? `, ${plainText(reason)}` : "";
    const whom = email ? `  ${plainText(email)}` : "";
    console.log(
      `${at.toISOString().slice(0, 16).replace("T", " ")}  ${orderNumberOf(row)}${whom}  ${money}  ${states[state]}  (by ${by}${why})`,
    );
  }
}

/** The entry point of this command. */
export const main = commandMain({
  name: "refund",
  usage: USAGE,
  options: { list: { type: "boolean" }, reason: { type: "string" } },
  faults: [RefundError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
});
await runIfStarted(import.meta, main);
