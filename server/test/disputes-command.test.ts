import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { billingListener, CaseError, editCase, fileOf, parseCaseFile, requireCase, sendCase } from "#billing";
import { commandActor } from "#platform/actor";
import { atBank, paymentOf, unlockSeries } from "#test/bank";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { runCommandHere } from "#test/run-command";
import { timeLimit } from "../../tools/time-limit.ts";
import { main as reviewMain } from "../src/billing/review/review-command.ts";
import { main } from "../src/disputes-command.ts";

const day = 86_400_000;

let shop: TestMemberships;
let dataDir: string;
beforeAll(async () => {
  shop = await testMemberships();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-disputes-"));
});
afterAll(async () => {
  await shop.close();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: shop.database.url });
const disputes = (...args: string[]) => runCommandHere(main, args, settings());
const sender = () => ({
  db: shop.database.db,
  clock: shop.clock,
  by: commandActor(),
  gateways: shop.billing.gateways,
});

interface StoredCase {
  id: string;
  dispute_id: string;
  state: string;
  texts: Record<string, string>;
  sent_by: string | null;
}

async function caseOf(orderId: string): Promise<StoredCase> {
  const { rows } = await shop.database.pool.query("select * from dispute_case where order_id = $1", [
    orderId,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

const audits = async (id: string) =>
  (
    await shop.database.pool.query("select action from audit where subject_id = $1 order by action", [id])
  ).rows.map(({ action }) => action);

/** Opens a dispute of an unlock by card. */
async function byCard() {
  const bought = await unlockSeries(shop);
  await atBank(shop, bought.remoteId, "charge.dispute.created", [`/charges/${bought.remoteId}/dispute`]);
  return bought;
}

interface BankDispute {
  status: string;
  evidence: Record<string, string | null>;
  evidence_details: { submission_count: number };
}

/** The dispute at the simulated Stripe. */
async function atStripe(remoteId: string): Promise<BankDispute> {
  const { disputes: all } = (await shop.stripe.get("/money")) as {
    disputes: (BankDispute & { payment_intent: string })[];
  };
  const found = all.find(({ payment_intent: intent }) => intent === remoteId);
  if (!found) throw new Error(`Nobody disputes ${remoteId}`);
  return found;
}

test("case 138: a draft is made from our records, a person edits it, and the bank gets its text fields once", async () => {
  const bought = await byCard();
  const drafted = await caseOf(bought.id);
  expect(drafted).toMatchObject({ state: "drafted", sent_by: null });
  expect(drafted.texts["customer_email_address"]).toBe(bought.member.email);
  expect(drafted.texts["product_description"]).toContain(bought.number);
  expect(drafted.texts["refund_policy_disclosure"]).toMatch(/agreed at .* UTC from the network address /);
  expect(drafted.texts["access_activity_log"]).toContain("Sign-ins of the account:");
  expect(drafted.texts["uncategorized_text"]).toMatch(/Documents issued:\n.*\$6\.99/);
  expect(await disputes("send", drafted.id)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Nobody has read"),
  });
  expect(await atStripe(bought.remoteId)).toMatchObject({ status: "needs_response" });

  const listed = (await disputes()).output;
  expect(listed).toMatch(
    new RegExp(
      `^${drafted.id}  due .* UTC  ${bought.number}  \\$6\\.99 at Stripe, fraudulent  drafted$`,
      "m",
    ),
  );
  const file = join(dataDir, "case.txt");
  expect((await disputes("show", drafted.id, "--to", file)).code).toBe(0);
  expect((await disputes("show", drafted.id, "--to", file)).output).toContain("exists already");
  const edited = (await readFile(file, "utf8")).replace("Sign-ins of the account:", "Who signed in:");
  await writeFile(file, `${edited}\n## customer_name\nMara Quint\n`);
  expect((await disputes("edit", drafted.id, "--from", file, "--dry-run")).output).toContain(
    "Nothing was changed",
  );
  expect((await caseOf(bought.id)).state).toBe("drafted");
  expect((await disputes("edit", drafted.id, "--from", file)).code).toBe(0);
  expect((await disputes("send", drafted.id, "--dry-run")).output).toContain("Who signed in:");

  expect(await sendCase(sender(), drafted.id)).toMatchObject({ state: "submitted" });
  const sent = await atStripe(bought.remoteId);
  expect(sent).toMatchObject({ status: "under_review", evidence_details: { submission_count: 1 } });
  expect(sent.evidence["customer_name"]).toBe("Mara Quint");
  expect(sent.evidence["access_activity_log"]).toContain("Who signed in:");
  await expect(sendCase(sender(), drafted.id)).rejects.toThrow("was sent already");
  await expect(editCase(sender(), drafted.id, { customer_name: "x" })).rejects.toThrow(CaseError);
  expect((await atStripe(bought.remoteId)).evidence_details.submission_count).toBe(1);
  expect(await audits(drafted.id)).toEqual(["dispute.edit", "dispute.send"]);
  const { rows: leaks } = await shop.database.pool.query(
    "select action from audit where strpos(audit::text, $1) > 0 and subject_id = $2",
    [bought.member.email, drafted.id],
  );
  expect(leaks).toEqual([]);
  const end = [`/disputes/${bought.remoteId}/close`, { outcome: "won" }] as [string, object];
  await atBank(shop, bought.remoteId, "charge.dispute.closed", end);
  expect((await caseOf(bought.id)).state).toBe("won");
});

test("case 149: an erasure leaves the evidence of an open case until it is closed", async () => {
  const bought = await byCard();
  const { member } = bought;
  await shop.database.db.transaction().execute(async (trx) => {
    await billingListener(shop.billing).erased?.(trx, [member.id]);
  });
  await shop.work();
  expect((await caseOf(bought.id)).texts["customer_email_address"]).toBe(member.email);
  const end = [`/disputes/${bought.remoteId}/close`, { outcome: "lost" }] as [string, object];
  await atBank(shop, bought.remoteId, "charge.dispute.closed", end);
  await shop.work();
  expect(await caseOf(bought.id)).toMatchObject({ state: "lost", texts: {} });
});

test("case 138: after a lost answer the gateway is asked first, so the evidence is sent once; after a refusal it can be sent again", async () => {
  const lost = await byCard();
  const refused = await byCard();
  for (const { id } of [lost, refused]) {
    const { id: caseId, texts } = await caseOf(id);
    await editCase(sender(), caseId, texts);
  }
  const { id, dispute_id: disputeId } = await caseOf(lost.id);
  await shop.stripe.post("/faults", {
    kind: "after",
    method: "POST",
    path: `/v1/disputes/${disputeId}`,
    n: 2,
  });
  await expect(sendCase(sender(), id)).rejects.toThrow("answer was lost");
  expect((await caseOf(lost.id)).state).toBe("reviewed");
  await expect(sendCase(sender(), id)).rejects.toThrow("being sent right now");
  await shop.advance(121);
  expect(await sendCase(sender(), id)).toMatchObject({ state: "submitted" });
  expect((await atStripe(lost.remoteId)).evidence_details.submission_count).toBe(1);

  const { id: other } = await caseOf(refused.id);
  await shop.database.pool.query(
    `update dispute_case set texts = jsonb_build_object('service_date', repeat('x', 6000)) where id = $1`,
    [other],
  );
  await expect(sendCase(sender(), other)).rejects.toThrow(/refused the evidence.*Nothing was sent/);
  await editCase(sender(), other, { service_date: "2026-11-24" });
  expect(await sendCase(sender(), other)).toMatchObject({ state: "submitted" });
});

test("case 138: two people who send at once send once", async () => {
  const bought = await byCard();
  const { id, texts } = await caseOf(bought.id);
  await editCase(sender(), id, texts);
  const ends = await Promise.allSettled([sendCase(sender(), id), sendCase(sender(), id)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await atStripe(bought.remoteId)).evidence_details.submission_count).toBe(1);
});

test("case 138: never sent, a case expires at its deadline, nothing is sent, and the person reads why", async () => {
  const bought = await byCard();
  const { id, texts } = await caseOf(bought.id);
  const reviewed = await runCommandHere(reviewMain, [], settings());
  expect(reviewed.output).toContain(`npm run disputes -- show ${id}`);
  expect(reviewed.output).toMatch(/Evidence is due by .* UTC\./);
  await editCase(sender(), id, texts);
  await shop.at(new Date(shop.clock.now().getTime() + 11 * day));
  expect((await caseOf(bought.id)).state).toBe("expired");
  await expect(sendCase(sender(), id)).rejects.toThrow("its deadline passed without evidence");
  expect(await atStripe(bought.remoteId)).toMatchObject({ evidence_details: { submission_count: 0 } });
});

test("case 138: PayPal gets notes of at most 2,000 characters and no file, once, and only while its link is there", async () => {
  const member = await shop.subscribeByPayPal(30);
  const { rows } = await shop.database.pool.query(
    "select capture.remote_id from capture join payment on payment.id = payment_id where order_id = $1",
    [member.orderId],
  );
  const said = { captureId: rows[0].remote_id, stage: "INQUIRY", reason: "UNAUTHORISED" };
  const { id: disputeId } = (await shop.paypal.post("/disputes", said)) as { id: string };
  const cases = () =>
    shop.database.pool.query("select id from dispute_case where order_id = $1", [member.orderId]);
  await expect
    .poll(
      async () => {
        await shop.work();
        return (await cases()).rows.length;
      },
      { timeout: timeLimit(20) },
    )
    .toBe(1);
  const { id, texts } = await caseOf(member.orderId);
  expect(Object.keys(texts)).toEqual(["notes"]);
  expect(texts["notes"]?.length).toBeLessThanOrEqual(2000);
  expect(() => parseCaseFile("paypal", `## notes\n${"x".repeat(2001)}`)).toThrow("at most 2000");
  await editCase(sender(), id, parseCaseFile("paypal", fileOf(await requireCase(shop.database.db, id))));
  await expect(sendCase(sender(), id)).rejects.toThrow("takes no evidence for this dispute now");

  await shop.paypal.post(`/disputes/${disputeId}`, { status: "WAITING_FOR_SELLER_RESPONSE" });
  await editCase(sender(), id, { notes: "Zwölf Folgen gesehen – siehe Protokoll." });
  expect(await sendCase(sender(), id)).toMatchObject({ state: "submitted" });
  const { disputes: all } = (await shop.paypal.get("/disputes")) as {
    disputes: { id: string; status: string; evidence?: string[] }[];
  };
  expect(all.find((one) => one.id === disputeId)).toMatchObject({
    status: "UNDER_REVIEW",
    evidence: ["Zwölf Folgen gesehen – siehe Protokoll."],
  });
  await expect(sendCase(sender(), id)).rejects.toThrow("was sent already");
  expect(await paymentOf(shop, member.orderId)).toBeTruthy();
});

test("case 138: a file with an unknown field, a field twice, too long a text or none is refused in a sentence", async () => {
  const bought = await byCard();
  const { id } = await caseOf(bought.id);
  const file = join(dataDir, "wrong.txt");
  for (const [text, said] of [
    ["", "begins with a line"],
    ["hello", "begins with a line"],
    ["## receipt\nfile_1", 'no field "receipt"'],
    ["## service_date\na\n## service_date\nb", "twice"],
    [`## service_date\n${"x".repeat(5001)}`, "at most 5000"],
    ["## service_date\n", "no text to send"],
  ] as const) {
    await writeFile(file, text);
    expect(await disputes("edit", id, "--from", file)).toMatchObject({
      code: 1,
      output: expect.stringContaining(said),
    });
  }
  for (const args of [
    ["show"],
    ["edit", id],
    ["send", id, "--to", "x"],
    ["nothing", id],
    ["--dry-run"],
    ["show", id, "--all"],
  ])
    expect((await disputes(...args)).code, args.join(" ")).toBe(1);
  expect((await disputes("show", "none")).output).toContain('There is no case "none"');
  expect((await caseOf(bought.id)).state).toBe("drafted");
});
