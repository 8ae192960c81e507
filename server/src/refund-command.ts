/** `npm run refund -- ORDER [AMOUNT]`: refunds an order through the gateway that captured it. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type Billing,
  defaultPolicy,
  findOrderId,
  findRefund,
  listRefunds,
  openBilling,
  orderNumberOf,
  parseOrderNumber,
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
import { mailFaceOf, readPublicConfig } from "#site";
import { openGateways } from "./gateways.ts";

const USAGE = `npm run refund -- ORDER                       gives back all that is left
npm run refund -- ORDER AMOUNT CURRENCY       a part, such as 3.50 USD
npm run refund -- ... --reason "WHY"          kept with it; the member does not see it
npm run refund -- --list                      the newest refunds and how they went

ORDER is the number on the receipt, CH-7Q2MK0XD or an older CH-000123, or the order's id.
The whole amount ends what it paid for: an unlocked series is locked again, a membership ends and does not renew. A part is
money only. The member is told by mail with a credit note. What a gateway has begun to give back cannot be taken back here.`;
/** A longer list is not readable in a terminal. */
const MOST = 100;
/** How long to wait for the running app. */
const LONGEST_WAIT_MS = 30_000;

type Refund = Awaited<ReturnType<typeof refundOrder>>;

/** Returns the work for the arguments; null if they do not fit together. */
function workOf(
  { list = false, reason }: { list?: boolean | undefined; reason?: string | undefined },
  [order, amount, currency, ...more]: string[],
): CommandWork | null {
  if (list) return order === undefined && reason === undefined ? showRefunds : null;
  if (order === undefined || more.length > 0) return null;
  if (amount === undefined) return (house) => give(house, order, null, reason ?? null);
  if (currency === undefined) return null;
  return (house) => give(house, order, { amount, currency: currency.toUpperCase() }, reason ?? null);
}

async function give(
  house: CommandContext,
  called: string,
  part: { amount: string; currency: string } | null,
  reason: string | null,
): Promise<number> {
  const orderId = await findOrderId(house.db, parseOrderNumber(called) ?? { id: called });
  if (orderId === undefined)
    throw new RefundError(
      `There is no order "${plainText(called)}". Its number stands on the receipt: CH-7Q2MK0XD.`,
    );
  const amount = part && minorUnits(part.amount, part.currency);
  if (part && amount === null)
    throw new RefundError(
      `"${plainText(`${part.amount} ${part.currency}`)}" is no amount. Give one such as 3.50 USD.`,
    );
  const { billing, close } = await openWithMail(house);
  try {
    const wish = { by: "operator" as const, reason, currency: part?.currency };
    const begun = await refundOrder(billing, orderId, amount, wish);
    return tell(await waited(billing, begun));
  } finally {
    await close();
  }
}

/** Waits for the running app to refund, if only it can reach the gateway: the demo's simulator. */
async function waited(billing: Billing, begun: Refund): Promise<Refund> {
  let row = begun;
  const until = Date.now() + LONGEST_WAIT_MS;
  while (row.state === "pending" && !billing.gateways.has(row.gateway) && Date.now() < until) {
    await pause(500);
    row = (await findRefund(billing.db, row.id)) ?? row;
  }
  return row;
}

function tell({ state, amount, currency, gateway }: Refund): number {
  const money = moneyOf(amount, currency, "en").display;
  const name = gateway === "stripe" ? "Stripe" : "PayPal";
  if (state === "failed") {
    console.error(`${name} refused to give ${money} back; nothing was moved. Its dashboard says why.`);
    return 1;
  }
  console.log(
    state === "done"
      ? `${money} went back through ${name}. A mail tells the member, with a credit note.`
      : `${money} is on its way back through ${name}, which has not confirmed it yet. Nothing more is to be done: npm run refund -- --list shows how it went.`,
  );
  return 0;
}

async function openWithMail({ config, database, db, clock, log }: CommandContext) {
  let opened: Jobs | undefined;
  const jobs = once(async () => {
    opened = await openJobs(database, log);
    return opened;
  });
  const face = async () => mailFaceOf((await readPublicConfig(db)).site);
  const mail = openOutbox({ jobs, smtpUrl: config.smtpUrl, from: config.mailFrom, face, log });
  const billing = openBilling({
    db,
    clock,
    log,
    mail,
    ...openGateways(config, log, await readInstallation(db)),
    origin: addressOf(config),
    site: face,
    policy: defaultPolicy,
  });
  return { billing, close: async () => opened?.stop() };
}

const states = { pending: "on its way", done: "done", failed: "FAILED, the money is still here" };

async function showRefunds({ db }: CommandContext): Promise<void> {
  const rows = await listRefunds(db, MOST);
  if (rows.length === 0) return console.log("No money went back yet.");
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
