import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import {
  type Bought,
  buy,
  buyAtPayPal,
  dispute,
  disputeOf,
  order,
  orderState,
  payByCard,
  withdraw,
} from "./bought.ts";
import { mailTo, steer } from "./checkout.ts";
import { test } from "./console.ts";
import { expect } from "./journey.ts";
import {
  asShown,
  beginMonth,
  type Days,
  expectRows,
  hire,
  inCurrency,
  loadFile,
  open,
  proveRefund,
  refund,
  rowsOf,
  runCommand,
  sendEvidence,
} from "./month-desk.ts";
import { captureOf, customerOf, fieldsIn, paypalDisputeOf, sentTo } from "./month-gateways.ts";
import { month, orders } from "./shop-month.ts";

// Its figures are absolute: no other file may sell anything in its app.
test.use({ appKind: "alone:month" });
test.describe.configure({ mode: "serial" });

type Buyer = keyof typeof orders;

/** What the first test leaves to the second. */
interface Played {
  days: Days;
  bought: Record<Buyer, Bought>;
  owner: Page;
  support: Page;
  finance: Page;
}
let played: Played;
const complaints: string[] = [];

test("C35, C36, C38, C39, C41: a month of a shop is played at the console: refunds of each kind, a dispute won and one lost, a planned price, a declined renewal, tickets", async ({
  app,
  browser,
  baseURL,
  simulators,
  request,
}) => {
  test.setTimeout(timeLimit(300));
  const { origin } = app;
  const { stripeControl, paypalControl, mailbox } = simulators;
  const byCard = (wanted: Parameters<typeof buy>[2] = {}) => buy(browser, origin, wanted);
  const byPayPal = (wanted: Parameters<typeof buy>[2] = {}) =>
    buyAtPayPal(browser, { origin, paypalControl }, wanted);
  const days = await beginMonth(origin);

  await days.reach(1, "09:00");
  const office = { browser, app, baseURL, complaints };
  const owner = await hire(office, "owner");
  const [support, finance] = [await hire(office, "support"), await hire(office, "finance")];
  const anna = await byCard({ days: 365 });
  const [ben, cleo] = [await byCard(), await byCard()];
  const dora = await byPayPal({ days: 30 });
  const evan = await byCard({ days: 30 });
  await expectToday(owner, month.today[1]);

  await days.reach(3, "09:00");
  const faye = await byCard({ days: 30, currency: "EUR" });
  const gus = await byPayPal({ currency: "EUR" });
  const hana = await byCard({ currency: "BRL" });
  const write = async (email: string, subject: string): Promise<string> => {
    const answer = await request.post("/api/contact", { data: { email, subject, text: "Please help me." } });
    return (await answer.json()).info.ticket;
  };
  const first = await write(anna.person.email, "I want my money back");
  const second = await write(ben.person.email, "It did not play");

  await days.reach(5, "09:00");
  await open(finance, "/console");
  // A sign-in of a moment ago would be proof enough.
  await days.reach(5, "09:10");
  await refund(finance, anna, { why: "Asked for within the refund promise", button: "Refund $99.99" });
  await proveRefund(finance);
  await refund(support, ben, { why: "It did not play", amount: "1.50", button: "Refund $1.50" });
  await expect(support.getByText("Refunded. The buyer is told by mail.")).toBeVisible();
  await withdraw(cleo);
  await expect.poll(() => orderState(cleo)).toBe("refunded");
  await open(support, `/console/orders/${cleo.number}`);
  await expect(support.getByText("The buyer withdrew: all goes back, $6.99")).toBeVisible();
  await answerTicket(support, first, "You have all of it back.");
  const answer = await mailTo(mailbox, anna.person.email, new RegExp(`^Re: ${first}: `));
  expect(answer.text).toContain("You have all of it back.");

  await days.reach(8, "09:00");
  const ivy = await byCard({ days: 365 });
  const jack = await byCard();
  const kira = await byPayPal();
  await refund(support, ivy, { why: "Goodwill", amount: "60.00", goesOn: true, button: "Ask finance" });
  await expect(support.getByText("Finance was asked.", { exact: true })).toBeVisible();
  expect(await orderState(ivy)).toBe("paid");

  await days.reach(9, "09:00");
  await open(finance, "/console");
  const needs = finance.getByRole("list", { name: "Needs you" });
  await needs.getByRole("listitem").filter({ hasText: ivy.number }).getByRole("link").first().click();
  await finance.getByRole("link", { name: "Refund…" }).click();
  await days.reach(9, "09:10");
  const asked = finance.getByRole("dialog", { name: `Refund ${ivy.number}` });
  await asked.getByRole("combobox", { name: "Why" }).click();
  await finance.getByRole("option", { name: "Goodwill" }).click();
  await asked.getByRole("checkbox", { name: "End the membership now" }).uncheck();
  await asked.getByRole("button", { name: "Refund $60.00" }).click();
  await proveRefund(finance);

  await dispute(stripeControl, jack);
  const capture = await captureOf(paypalControl, kira);
  const { id: claim } = await steer<{ id: string }>(paypalControl, "/disputes", {
    captureId: capture,
    stage: "CHARGEBACK",
  });
  await steer(paypalControl, `/disputes/${claim}`, { status: "WAITING_FOR_SELLER_RESPONSE" });
  await expect.poll(() => orderState(kira)).toBe("disputed");
  await open(finance, "/console/review?tab=disputes");
  await expect(finance.getByText(`2 entries, ${month.atStake} at stake`)).toBeVisible();
  await open(owner, "/console");
  for (const { number } of [jack, kira])
    await expect(owner.getByRole("list", { name: "Needs you" })).toContainText(`Dispute on ${number}, $6.99`);

  const toStripe = await sendEvidence(finance, jack, {
    field: "Receipts, mails, earlier payments, and your own words",
    text: "He watched it to the end and thanked us.",
  });
  const stripeCase = await disputeOf(stripeControl, jack);
  expect(stripeCase).toMatchObject({ status: "under_review", evidence_details: { submission_count: 1 } });
  expect(
    Object.fromEntries(Object.entries(stripeCase.evidence).filter(([, text]) => typeof text === "string")),
  ).toEqual(toStripe);
  expect(toStripe["uncategorized_text"]).toBe("He watched it to the end and thanked us.");
  const bytes = await sentTo(stripeControl, `/v1/disputes/${stripeCase.id}`);
  expect(bytes).toHaveLength(1);
  expect(fieldsIn(bytes[0] ?? "", "evidence")).toEqual(toStripe);
  const toPayPal = await sendEvidence(finance, kira, {
    field: "Everything, and your own words",
    text: "She saw three episodes after she had paid.",
  });
  expect(toPayPal).toEqual({ notes: "She saw three episodes after she had paid." });
  const received = await sentTo(paypalControl, `/v1/customer/disputes/${claim}/provide-evidence`);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(
    JSON.stringify({ evidences: [{ evidence_type: "OTHER", notes: toPayPal["notes"] }] }),
  );

  // Who has answered has nothing to do until the banks decide.
  await open(owner, "/console");
  await expect(owner.getByRole("list", { name: "Today’s numbers" })).toBeVisible();
  await expect(owner.getByRole("main")).not.toContainText("Dispute on");

  await planPrice(finance, days.iso(12));

  await days.reach(10, "09:00");
  await steer(stripeControl, `/disputes/${stripeCase.id}/close`, { outcome: "won" });
  await steer(paypalControl, `/disputes/${claim}`, { outcome: "lost" });
  await expect.poll(() => orderState(jack)).toBe("paid");
  await expect.poll(() => orderState(kira)).toBe("refunded");
  expect((await disputeOf(stripeControl, jack)).status).toBe("won");
  expect(await paypalDisputeOf(paypalControl, claim)).toMatchObject({
    status: "RESOLVED",
    outcome: "RESOLVED_BUYER_FAVOUR",
  });

  await days.reach(12, "17:50");
  const liam = await order(browser, origin, { days: 30, method: "card" });
  await days.reach(12, "18:05");
  await payByCard(liam);
  const mia = await byCard({ days: 30 });
  await expectToday(owner, month.today[12]);

  await steer(stripeControl, "/declines", {
    outcome: "insufficient_funds",
    of: await customerOf(stripeControl, evan),
    offSession: true,
    n: 1,
  });
  await days.reach(31, "12:00");
  await mailTo(mailbox, evan.person.email, /^Your payment did not go through$/);
  await answerTicket(support, second, "The film is mended.");
  const bought = { anna, ben, cleo, dora, evan, faye, gus, hana, ivy, jack, kira, liam, mia };
  played = { days, bought, owner, support, finance };
});

test("C42, C43: the month's figures, written down before, are those on the screens and in the files", async () => {
  test.setTimeout(timeLimit(240));
  const { days, bought, owner, support, finance } = played;
  const range = `from=${days.iso(1)}&to=${days.iso(31)}`;
  const report = (path: string) => open(finance, `/console/reports/${path}${range}`);

  await report("revenue?");
  const dayRows = (name: (day: number) => string) =>
    month.byDay.map(([day, ...sums]) => [name(day), ...sums.map(String)]);
  await expectRows(finance.getByRole("table", { name: "Day" }), dayRows(days.shown).map(asShown));
  await expect(finance.getByText("As the ledger has it, to the cent.")).toBeVisible();
  expect((await loadFile(finance)).slice(1)).toEqual(dayRows(days.iso).map((cells) => cells.join(",")));
  for (const [split, name, rows] of [
    ["plan", "Plan", month.byPlan],
    ["gateway", "Gateway", month.byGateway],
    ["currency", "Currency", month.byCurrency],
  ] as const) {
    await report(`revenue?split=${split}&`);
    await expectRows(finance.getByRole("table", { name }), rows.map(asShown));
    expect((await loadFile(finance)).slice(1)).toEqual(rows.map((cells) => cells.join(",")));
  }

  await report("ledger?");
  const accounts = finance.getByRole("table", { name: "Accounts of the ledger" });
  await expect(accounts).toBeVisible();
  const shown = await rowsOf(accounts);
  for (const row of month.ledger) expect(shown).toContainEqual(asShown(row));

  await report("subscriptions?");
  const { running, monthly, dunning, ...moves } = month.memberships;
  const now = finance.getByRole("region", { name: "Memberships" }).or(finance.locator("section")).first();
  const figure = (name: string, value: string) =>
    expect(now.locator("dl > div").filter({ hasText: name }).locator("dd")).toHaveText(value);
  await figure("Running", running);
  for (const [currency, amount] of monthly)
    await figure(`In thirty days, ${currency}`, inCurrency(amount, currency));
  await figure("New", moves.began);
  await figure("Regained", moves.regained);
  await figure("Lost by choice", moves.lostByChoice);
  await figure("Lost by failed payment", moves.lostByFailure);
  await expectRows(finance.getByRole("table", { name: "Payments that fail now" }), [dunning]);
  const byDay = await loadFile(finance);
  for (const [day, ...cells] of month.membershipsByDay)
    expect(byDay).toContain([days.iso(day), ...cells].join(","));

  await open(support, "/console/orders");
  const list = support.getByRole("table", { name: "Orders" });
  for (const [buyer, [amount, state]] of Object.entries(orders)) {
    const { number, person } = bought[buyer as Buyer];
    const row = list.getByRole("row").filter({ hasText: number });
    await expect(row).toContainText(person.email);
    await expect(row.getByRole("cell", { name: amount, exact: true })).toBeVisible();
    await expect(row.getByRole("cell", { name: state, exact: true })).toBeVisible();
  }
  // The days are those of the shop's clock, not of the browser's.
  const oldest = list.getByRole("row").filter({ hasText: bought.anna.number });
  await expect(oldest.getByRole("cell", { name: days.shown(1), exact: true })).toBeVisible();
  const renewals = list.getByRole("row").filter({ hasText: bought.evan.person.email });
  await expect(renewals).toHaveCount(2);
  await expect(renewals.first()).toContainText("Not paid yet insufficient_funds");
  await open(finance, "/console/review");
  await expect(finance.getByText(/^Nothing needs manual review\./)).toBeVisible();
  await open(owner, "/console");
  await expect(owner.getByText("Nothing needs you")).toBeVisible();
  await open(support, "/console/tickets");
  await expect(support.getByText("Nobody waits for an answer.")).toBeVisible();

  await open(support, "/console/orders");
  const lines = await loadFile(support);
  for (const [buyer, [, , state, kind, currency, amount]] of Object.entries(orders)) {
    const [line] = lines.filter((one) => one.startsWith(`${bought[buyer as Buyer].number},`));
    expect(line).toContain(`,${kind},${currency},${amount},${state},`);
  }
});

test("C42: the month's figures are those of the commands and of both gateways' own records", async ({
  app,
  simulators,
}) => {
  test.setTimeout(timeLimit(120));
  const { days } = played;
  const { stripeControl, paypalControl } = simulators;
  expect(complaints, "errors in the operators' browsers").toEqual([]);
  const { totals, refunds } = await steer<{ totals: { currency: string }[]; refunds: { amount: number }[] }>(
    stripeControl,
    "/money",
  );
  for (const total of month.stripe) expect(totals).toContainEqual(total);
  expect(totals).toHaveLength(month.stripe.length);
  expect(refunds.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual(month.refunds);
  const atPayPal = await steer<{ totals: object }>(paypalControl, "/money");
  expect(atPayPal.totals).toEqual(month.paypal);

  const said = await runCommand(app, "report", "--from", days.iso(1), "--to", days.iso(31));
  for (const sums of month.command) expect(said).toMatch(new RegExp(`^All +${sums.join(" +")}$`, "m"));
  // PayPal lists what was paid three hours later, and each gateway's balance is read once an hour.
  await days.reach(31, "16:30");
  for (const [name, balance] of month.balances)
    await expect
      .poll(() => runCommand(app, "finance", "check", "--offline"), { timeout: timeLimit(40) })
      .toContain(`✓ ${name}: ledger ${balance}, lines ${balance}, gateway ${balance}, `);
  expect(await runCommand(app, "finance", "check", "--offline")).toMatch(/\nThe books are equal\.\n$/);
});

/** Expects what was sold today on Today. */
async function expectToday(
  page: Page,
  { net, members, unlocks }: { net: string; members: string; unlocks: string },
): Promise<void> {
  await open(page, "/console");
  const tile = (name: string) =>
    page.getByRole("list", { name: "Today’s numbers" }).getByRole("listitem").filter({ hasText: name });
  await expect(tile("New sales, less what went back")).toContainText(net);
  await expect(tile("New members")).toContainText(`New members${members}`);
  await expect(tile("Series unlocked")).toContainText(`Series unlocked${unlocks}`);
}

/** Answers a ticket and closes it. */
async function answerTicket(page: Page, number: string, text: string): Promise<void> {
  await open(page, "/console/tickets");
  await page.getByRole("link", { name: new RegExp(number) }).click();
  await page.getByLabel("Answer in English").fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("list", { name: "Conversation" })).toContainText(text);
  await page.getByRole("button", { name: "Close the ticket" }).click();
  await expect(page.getByText(/^Closed \d/)).toBeVisible();
}

/** Plans that 30 days cost $24.99 from six in the evening of a day. */
async function planPrice(page: Page, day: string): Promise<void> {
  await open(page, "/console/plans");
  await page.getByRole("button", { name: "Set price: 30 days" }).click();
  const dialog = page.getByRole("dialog", { name: "New price of 30 days" });
  await dialog.getByRole("textbox", { name: "Price in USD" }).fill("24.99");
  await dialog.getByLabel(/^From when on/).fill(`${day}T18:00`);
  await dialog.getByRole("button", { name: "Show what it does" }).click();
  await expect(dialog.getByRole("list", { name: "What will happen" })).toContainText(
    "costs $24.99 instead of $19.99",
  );
  await dialog.getByRole("button", { name: "Plan this price" }).click();
  await expect(page.getByText("The price is planned")).toBeVisible();
  await expect(page.getByRole("row", { name: /^USD/ }).filter({ hasText: "$24.99 from" })).toBeVisible();
  // The clock is moved next: a preview that is still loading would be out of date, and refused.
  await open(page, "/console");
}
