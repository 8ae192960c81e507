import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { billingTasks, refundOrder, rightsOf } from "#billing";
import { commandActor } from "#platform/actor";
import { openDatabase } from "#platform/db/database";
import { runCommandHere } from "#test/run-command";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { main as runBackup } from "../src/backup-command.ts";
import { main as runReview } from "../src/billing/review/review-command.ts";
import { diagnose } from "../src/doctor.ts";
import { main as runRestore } from "../src/restore-command.ts";
import { type TestApp, testApp } from "./app.ts";
import { type EmptyDatabase, emptyDatabase } from "./database.ts";
import { type MadeSeries, makeSeries } from "./factories.ts";
import { faultsOfGatewayBooks } from "./gateway-books.ts";
import { type Subscriber, type TestMemberships, testMemberships } from "./memberships.ts";
import { approveOrder } from "./paid.ts";
import { headersOf, type MadeMember, makeMember } from "./people.ts";
import { orderOf, payOrder } from "./purchases.ts";
import type { RenewalTask } from "./renewal-process.ts";
import { type TestSandbox, testSandbox } from "./sandbox.ts";

const program = join(import.meta.dirname, "renewal-process.ts");
const day = 86_400;
const DAYS = 7;

let mailbox: TestSandbox;
let shop: TestMemberships;
let folder: string;
let file: string;
let restored: EmptyDatabase;
/** The address of a database in which nothing happened since the restore. */
let untouched: string;
beforeAll(async () => {
  restored = await emptyDatabase();
  mailbox = await testSandbox();
  shop = await testMemberships(mailbox, {}, { readsBooks: true });
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-catch-up-"));
  file = join(folder, "one.cliffhanger");
  // The snapshot is taken by the database's clock.
  await shop.advance((Date.now() - shop.clock.now().getTime()) / 1000);
  await shop.addPlan(DAYS);
});
afterAll(async () => {
  await shop?.close();
  await mailbox?.stop();
  await restored?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Money {
  captured: number;
  refunded: number;
}

/** Returns how often each gateway captured and refunded. */
async function moneyMoved(): Promise<Record<string, Money>> {
  const stripe = (await shop.stripe.get("/money")) as { charges: { status: string }[]; refunds: unknown[] };
  const { totals } = (await shop.paypal.get("/money")) as {
    totals: Record<string, { captures: number; refunds: number }>;
  };
  return {
    stripe: {
      captured: stripe.charges.filter(({ status }) => status === "succeeded").length,
      refunded: stripe.refunds.length,
    },
    paypal: { captured: totals["USD"]?.captures ?? 0, refunded: totals["USD"]?.refunds ?? 0 },
  };
}

interface World {
  card: Subscriber;
  paypal: Subscriber;
  refunded: Subscriber;
  early: MadeMember & { orderId: string };
  late: MadeMember[];
  series: MadeSeries;
}

let world: World;

/** Before the backup: three members, and an order that is not paid yet. */
async function before(): Promise<Omit<World, "late">> {
  const series = await makeSeries(shop, { episodes: 3, free: 1 });
  const card = await shop.subscribe(DAYS);
  const paypal = await shop.subscribeByPayPal(DAYS, "funded:catch-up");
  const refunded = await shop.subscribe(DAYS);
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { seriesId: series.id });
  return { card, paypal, refunded, early: Object.assign(member, { orderId: info.order.id }), series };
}

/** After the backup: one refund, three captures, and the renewals of two members. */
async function after({ refunded, early, series }: Omit<World, "late">, late: MadeMember[]): Promise<void> {
  const [byCard, byPayPal] = late as [MadeMember, MadeMember];
  await refundOrder(shop.billing, refunded.orderId, null, {
    by: "operator",
    actor: commandActor(),
    reason: "asked",
  });
  await payOrder(early, early.orderId);
  const first = await orderOf(byCard, { seriesId: series.id });
  await payOrder(byCard, first.info.order.id);
  const second = await orderOf(byPayPal, { seriesId: series.id, method: "paypal" });
  await approveOrder(shop, second.info);
  await shop.work();
  await shop.advance(DAYS * day + 60);
  await shop.work();
  await shop.advance(600);
  await shop.work();
}

/** Runs what is due on the restored site, as its poller does, until nothing is left. */
async function runDue(site: TestApp): Promise<void> {
  const { db } = site.database;
  const context = { db, clock: site.clock, log: silentLog, signal: new AbortController().signal };
  for (let count = 1; count > 0; ) {
    count = 0;
    for (const task of billingTasks(site.billing)) count += await task.run(context);
  }
}

/** Moves all clocks, and does what is due then on the restored site. */
async function passOn(site: TestApp, seconds: number): Promise<void> {
  await shop.advance(seconds);
  site.clock.advance((shop.clock.now().getTime() - site.clock.now().getTime()) / 1000);
  await runDue(site);
}

/** Returns the differences between the restored site's ledger and the gateways, after the site has read their lines. */
const faultsAt = (site: TestApp) =>
  faultsOfGatewayBooks({ ...shop, database: site.database, clock: site.clock, work: () => runDue(site) });

async function isHeld({ database }: TestApp): Promise<boolean> {
  const { rowCount } = await database.pool.query("select from restored where resumed_at is null");
  return rowCount !== 0;
}

const watches = async (site: TestApp, { id }: { id: string }, seriesId?: string) => {
  const rights = await rightsOf(site.database.db, id, site.clock.now());
  return seriesId === undefined ? rights.membership : rights.series.has(seriesId);
};

const periodsOf = async ({ database }: Pick<TestApp, "database">, { subscriptionId }: Subscriber) =>
  (
    await database.pool.query(
      "select no, starts_at, ends_at from subscription_period where subscription_id = $1 order by no",
      [subscriptionId],
    )
  ).rows as unknown[];

/** Opens the app on the restored database, at the time of the simulators. */
async function openRestored(url: string, use: (site: TestApp) => Promise<void>): Promise<void> {
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
  });
  // Each app of a test has a media folder of its own.
  const forgetMedia = () => database.pool.query("delete from media_marker");
  await forgetMedia();
  const { stripe, paypal } = shop.gateways;
  const site = await testApp(
    { PORT: new URL(shop.origin).port },
    { stripe, paypal, smtpUrl: mailbox.smtpUrl },
    database,
  );
  try {
    site.clock.advance((shop.clock.now().getTime() - site.clock.now().getTime()) / 1000);
    await use(site);
  } finally {
    await forgetMedia();
    await site.close();
    await database.close();
  }
}

/** Watches with an old session, reads an old receipt, renews by an old saved method, and refunds an old order. */
async function useWhatIsOld(site: TestApp): Promise<void> {
  const { card, series } = world;
  const get = (url: string) => site.http.inject({ url, headers: headersOf(card) });
  const episode = await get(`/api/video/episode?id=${series.episodes[2]?.id}`);
  expect(episode.json<{ code: number }>().code).toBe(200);
  const receipt = `/api/payment/receipt?orderId=${card.orderId}`;
  const asked = await shop.http.inject({ url: receipt, headers: headersOf(card) });
  expect(asked.statusCode).toBe(200);
  expect((await get(receipt)).body).toBe(asked.body);
  const before = await moneyMoved();
  const { rows } = await site.database.pool.query<{ end: Date }>(
    "select period_end as end from subscription where id = $1",
    [card.subscriptionId],
  );
  await passOn(site, ((rows[0]?.end.getTime() ?? 0) - site.clock.now().getTime()) / 1000 + 60);
  await passOn(site, 60);
  const renewed = await moneyMoved();
  expect(renewed["stripe"]?.captured).toBe((before["stripe"]?.captured ?? 0) + 1);
  await refundOrder(site.billing, card.orderId, null, {
    by: "operator",
    actor: commandActor(),
    reason: "asked",
  });
  await passOn(site, 600);
  expect((await moneyMoved())["stripe"]?.refunded).toBe((renewed["stripe"]?.refunded ?? 0) + 1);
  expect(await faultsAt(site)).toEqual([]);
}

/** Reads PayPal's events and begins to settle them, in a process that is killed in the middle of a transaction. */
async function killInTheMiddle(url: string): Promise<void> {
  const { apiUrl, ...paypal } = shop.gateways.paypal;
  const task: RenewalTask = {
    databaseUrl: url,
    dataDir: shop.dataDir,
    paypal: { ...paypal, apiUrl: apiUrl.href },
    runs: [
      {
        now: shop.clock.now().toISOString(),
        killAt: "settling",
        tasks: ["events", "hints", "hints", "hints", "hints"],
      },
    ],
  };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: "inherit" });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
}

test(
  "O8: after a restore the gateways' events book every capture, renewal and refund since the backup once, and nothing is charged again",
  async () => {
    const old = await before();
    const late = [await makeMember(shop), await makeMember(shop)];
    world = { ...old, late };
    const settings = { DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir, BACKUP_DIR: folder };
    expect(await runCommandHere(runBackup, ["--to", file], settings)).toMatchObject({ code: 0 });
    const { rows } = await shop.database.pool.query<{ waiting: number }>(
      "select count(*)::int as waiting from jobs.job where name = 'mail' and state < 'completed'",
    );
    const waiting = rows[0]?.waiting ?? 0;
    expect(waiting).toBeGreaterThan(2);
    const untilBackup = await moneyMoved();
    await after(old, late);
    const moved = await moneyMoved();
    expect(moved).toEqual({
      stripe: {
        captured: (untilBackup["stripe"]?.captured ?? 0) + 3,
        refunded: (untilBackup["stripe"]?.refunded ?? 0) + 1,
      },
      paypal: {
        captured: (untilBackup["paypal"]?.captured ?? 0) + 2,
        refunded: untilBackup["paypal"]?.refunded,
      },
    });
    expect(await faultsOfGatewayBooks(shop)).toEqual([]);
    await shop.stripe.post("/idempotency/prune");
    await shop.paypal.post("/request-ids/forget");
    await shop.stripe.post("/deliveries/plan", { action: "drop" });
    await shop.paypal.put("/delivery-plan", { action: "drop" });

    const { url } = restored;
    const here = { DATABASE_URL: url, DATA_DIR: folder, DEMO: "off" };
    const ended = await runCommandHere(runRestore, [file, "--into", url], { ...here, DATABASE_URL: "" });
    expect(ended).toMatchObject({
      code: 0,
      output: expect.stringContaining("charges and refunds nothing"),
    });
    untouched = await restored.copy();
    await openRestored(url, async (site) => {
      await shop.stripe.post("/faults", { kind: "500", path: "/v1/events", n: 1 });
      await shop.paypal.post("/faults", {
        kind: "500",
        method: "GET",
        path: "/v1/notifications/webhooks-events",
        n: 1,
      });
      await runDue(site);
      // Nothing is known yet: whoever would have been charged keeps access, and nobody is charged.
      expect(await isHeld(site)).toBe(true);
      expect(await watches(site, world.card)).toBe(true);
      expect(await watches(site, world.paypal)).toBe(true);
      expect(await moneyMoved()).toEqual(moved);
    });
    await shop.advance(300);
    await killInTheMiddle(url);
    await openRestored(url, async (site) => {
      // The process that died holds its events for two minutes.
      for (const seconds of [0, 130, 60, 300]) await passOn(site, seconds);
      expect(await isHeld(site)).toBe(false);
      expect(await faultsAt(site)).toEqual([]);
      for (const member of [world.card, world.paypal]) {
        expect(await watches(site, member)).toBe(true);
        expect(await periodsOf(site, member)).toEqual(await periodsOf(shop, member));
      }
      expect(await watches(site, world.refunded)).toBe(false);
      for (const buyer of [world.early, ...late])
        expect(await watches(site, buyer, world.series.id)).toBe(true);
      // Charges run again: what is paid already is not charged, and no money moved in between.
      await passOn(site, 3_700);
      expect(await moneyMoved()).toEqual(moved);
      const review = await runCommandHere(runReview, [], here);
      expect(review.output).toContain("No payment needs manual review.");
      const held = await runCommandHere(runRestore, ["--held-mail"], here);
      expect(held.output).toContain(`${waiting} emails are held`);
      const released = await runCommandHere(runRestore, ["--release-mail"], here);
      expect(released.output).toContain(`${waiting} emails are released`);
      // The next period is charged, once.
      await passOn(site, DAYS * day);
      const { stripe, paypal } = await moneyMoved();
      expect(stripe?.captured).toBe((moved["stripe"]?.captured ?? 0) + 1);
      expect(paypal?.captured).toBe((moved["paypal"]?.captured ?? 0) + 1);
      expect(await faultsAt(site)).toEqual([]);
    });
  },
  timeLimit(120),
);

test("O2, O8: a backup older than the gateways' events stays held until a person ends it; then old sessions, saved methods, orders and receipts work", async () => {
  const here = { DATABASE_URL: untouched, DATA_DIR: folder, DEMO: "off" };
  await openRestored(untouched, async (site) => {
    await site.database.pool.query("update restored set snapshot_at = snapshot_at - interval '31 days'");
    for (const seconds of [0, 600]) await passOn(site, seconds);
    expect(await isHeld(site)).toBe(true);
    const found = await diagnose(
      // Without a search for ffmpeg, which starts seven programs.
      { ...process.env, ...here, FFMPEG_PATH: join(folder, "none") },
      folder,
      { offline: true },
    );
    expect(found.find(({ about }) => about === "Restore")).toMatchObject({
      state: "fault",
      text: expect.stringContaining("no longer list all events"),
    });
    expect(found.find(({ about }) => about === "Held mail")?.text).toContain("--release-mail");
    const review = await runCommandHere(runReview, [], here);
    expect(review.output).toContain("what the gateways did since is not known");
    const done = await runCommandHere(runReview, ["--done", "restore", "--note", "compared"], here);
    expect(done.output).toContain("run again");
    expect(await isHeld(site)).toBe(false);
    await useWhatIsOld(site);
  });
});
