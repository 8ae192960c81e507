import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languages, type PlanList } from "@cliffhanger/contract";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteSuccess } from "#backup";
import { recordFiles } from "#platform/db/media-files";
import { noteUse } from "#platform/db/store-users";
import { openFileStore } from "#platform/store/file-store";
import { pathIn } from "#test/path-in";
import { diagnose } from "../src/doctor.ts";
import { main } from "../src/doctor-command.ts";
import { type TestMoney, testMoney } from "./money.ts";
import { runCommandFile, runCommandHere } from "./run-command.ts";

/** The events that Stripe must send. */
const stripeEvents: Stripe.WebhookEndpointUpdateParams.EnabledEvent[] = [
  "payment_intent.requires_action",
  "payment_intent.processing",
  "payment_intent.payment_failed",
  "payment_intent.succeeded",
  "payment_intent.canceled",
  "charge.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  "payment_method.automatically_updated",
  "payment_method.detached",
  "setup_intent.succeeded",
  "setup_intent.setup_failed",
  "setup_intent.canceled",
];

let shop: TestMoney;
let dataDir: string;
let stripe: Stripe;
let endpoint: string;
beforeAll(async () => {
  shop = await testMoney();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-doctor-"));
  const { secretKey, apiUrl } = shop.gateways.stripe;
  stripe = new Stripe(secretKey, {
    host: "127.0.0.1",
    port: apiUrl?.port ?? "",
    protocol: "http",
    telemetry: false,
  });
  endpoint = (await stripe.webhookEndpoints.list()).data[0]?.id ?? "";
  await stripe.webhookEndpoints.update(endpoint, { enabled_events: stripeEvents });
});
afterAll(async () => {
  await shop?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const root = join(import.meta.dirname, "../..");

/**
 * Settings of this shop, for a check that looks for no media programs: to find them and their sandbox it starts seven programs, which
 * takes seconds of CPU.
 */
const envOf = (more: Record<string, string> = {}): Record<string, string> => ({
  FFMPEG_PATH: join(dataDir, "none"),
  ...wholeEnvOf(more),
});

/** Settings of this shop, with the system's ffmpeg. */
function wholeEnvOf(more: Record<string, string> = {}): Record<string, string> {
  const { stripe: card, paypal } = shop.gateways;
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: shop.database.url,
    PUBLIC_ORIGIN: shop.origin,
    PAYMENTS_ALLOW_SANDBOX: "1",
    STRIPE_SECRET_KEY: card.secretKey,
    STRIPE_PUBLISHABLE_KEY: card.publishableKey,
    STRIPE_WEBHOOK_SECRET: card.webhookSecrets.join(","),
    STRIPE_API_URL: card.apiUrl?.origin ?? "",
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId ?? "",
    PAYPAL_ENV: "sandbox",
    PAYPAL_API_URL: paypal.apiUrl.origin,
    ...more,
  };
}

/** Returns the faults of the gateways that doctor reports. */
async function faults(more: Record<string, string> = {}, ahead = 0): Promise<string[]> {
  const now = () => new Date(Date.now() + ahead);
  const findings = await diagnose(envOf(more), root, { now });
  return findings
    .filter(({ state, about }) => state === "fault" && (about === "Cards" || about === "PayPal"))
    .map(({ about, text }) => `${about}: ${text}`);
}

test("case 87: with a correct setup, doctor finds no fault and lists what it checked", async () => {
  const found = await diagnose(wholeEnvOf(), root);
  expect(found.filter(({ state, about }) => state === "fault" && /^(?:Cards|PayPal)$/.test(about))).toEqual(
    [],
  );
  const texts = found.map(({ text }) => text).join("\n");
  expect(texts).not.toContain("Watching works without it");
  for (const words of [
    "a Stripe account of US that may charge cards",
    "settles in USD; BRL, EUR is converted",
    `Stripe sends its webhooks to ${shop.origin}/api/webhook/payment/stripe`,
    "PayPal knows this app",
    `PayPal sends its webhooks to ${shop.origin}/api/webhook/payment/paypal`,
    "set PAYPAL_COUNTRY=BR",
  ])
    expect(texts).toContain(words);
});

test("case 87: keys that do not exist are reported, each with its fix, and the command exits with 1", async () => {
  const found = await faults({
    STRIPE_SECRET_KEY: "sk_test_invented",
    STRIPE_PUBLISHABLE_KEY: "pk_test_invented",
    PAYPAL_CLIENT_SECRET: "invented",
  });
  expect(found).toEqual([
    expect.stringContaining("Stripe does not know STRIPE_SECRET_KEY. Copy it again"),
    expect.stringContaining("PayPal does not know PAYPAL_CLIENT_ID with this secret in its sandbox"),
  ]);
  const env = envOf({ STRIPE_SECRET_KEY: "sk_test_invented" });
  const { code, output } = await runCommandFile(join(root, "server/src/doctor-command.ts"), [], env);
  expect(output).toContain("✗ Cards: Stripe does not know STRIPE_SECRET_KEY");
  expect(code).toBe(1);
  const offline = await runCommandHere(main, ["--offline"], env);
  expect(offline.output).toContain("not checked, because of --offline");
  expect(offline.output).not.toContain("✗ Cards");
  const wrong = await runCommandHere(main, ["--ofline"], env);
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("npm run doctor -- --offline") });
});

test("case 87: a gateway that does not answer is reported once", async () => {
  const away = "http://127.0.0.1:9";
  expect(await faults({ STRIPE_API_URL: away, PAYPAL_API_URL: away })).toEqual([
    expect.stringMatching(/^Cards: 127\.0\.0\.1:9 did not answer .*nothing of Stripe could be checked/),
    expect.stringMatching(/^PayPal: 127\.0\.0\.1:9 did not answer .*nothing of PayPal could be checked/),
  ]);
});

test("case 87: a publishable key of another account is reported, by a payment that is cancelled at once", async () => {
  expect(await faults()).toEqual([]);
  const [opened] = (await stripe.paymentIntents.list({ limit: 1 })).data;
  expect(opened).toMatchObject({ status: "canceled", amount_received: 0, metadata: {} });
  expect(await faults({ STRIPE_PUBLISHABLE_KEY: "pk_test_swapped" })).toEqual([
    expect.stringContaining("Stripe does not know STRIPE_PUBLISHABLE_KEY"),
  ]);
});

test("case 87: an account that PayPal lets keep no accounts is reported", async () => {
  const texts = async () => (await diagnose(envOf(), root)).map(({ text }) => text);
  expect(await texts()).toContain("PayPal accounts can be kept, so memberships renew by themselves");
  await shop.paypal.put("/settings", { vault: false });
  expect(await faults()).toEqual([expect.stringContaining("Turn on Vault for it")]);
  await shop.paypal.put("/settings", { vault: true });
});

test("case 87: an account that may not charge is reported", async () => {
  await shop.stripe.put("/account", { chargesEnabled: false });
  expect(await faults()).toEqual([expect.stringContaining("may not charge yet. Finish its activation")]);
  await shop.stripe.put("/account", { chargesEnabled: true });
});

test("case 87: a webhook that lacks an event, is disabled or is missing is reported for both gateways", async () => {
  const some = stripeEvents.filter((type) => type !== "charge.dispute.closed");
  await stripe.webhookEndpoints.update(endpoint, { enabled_events: some });
  expect(await faults()).toEqual([expect.stringContaining("lacks the events charge.dispute.closed")]);
  await stripe.webhookEndpoints.update(endpoint, { enabled_events: stripeEvents, disabled: true });
  expect(await faults()).toEqual([expect.stringMatching(/is disabled\. Enable it/)]);
  await stripe.webhookEndpoints.update(endpoint, { disabled: false });
  expect(await faults({ PAYPAL_WEBHOOK_ID: "WH-OTHER" })).toEqual([
    expect.stringContaining(`Set it to ${shop.gateways.paypal.webhookId}`),
  ]);
  const elsewhere = await faults({ PUBLIC_ORIGIN: "http://127.0.0.1:9" });
  expect(elsewhere).toEqual([
    expect.stringContaining("Stripe sends no webhooks to http://127.0.0.1:9/api/webhook/payment/stripe"),
    expect.stringContaining("PayPal sends no webhooks to http://127.0.0.1:9/api/webhook/payment/paypal"),
  ]);
});

test("case 87: an app without permission to vault and a clock that is five minutes off are reported", async () => {
  await shop.paypal.put("/settings", { vault: false });
  expect(await faults()).toEqual([expect.stringContaining("memberships do not renew by themselves")]);
  await shop.paypal.put("/settings", { vault: true });
  const late = await faults({}, 300_000);
  expect(late).toHaveLength(2);
  for (const words of late) expect(words).toMatch(/clock is (299|300|301) s ahead of the gateway's/);
});

test.each([
  [0, "ok", /^agrees with the database's$/],
  [5_000, "note", /^this machine's is [56] s ahead of the database's; from 30 s on/],
  [-40_000, "fault", /^this machine's is (39|40) s behind the database's, so nothing is charged/],
])("O40: a clock %i ms from the database's is reported: %s", async (ahead, state, words) => {
  const now = () => new Date(Date.now() + ahead);
  const findings = await diagnose(envOf(), root, { offline: true, now });
  expect(findings.filter(({ about }) => about === "Clock")).toMatchObject([
    { state, about: "Clock", text: expect.stringMatching(words) },
  ]);
});

describe("O7: backups", () => {
  const backups = async (more: Record<string, string> = {}) =>
    (await diagnose(envOf(more), root, { offline: true }))
      .filter(({ about }) => about === "Backups")
      .map(({ state, text }) => `${state}: ${text}`);
  const every = { BACKUP_EVERY: "1h" };

  test("doctor asks for a schedule on a server of one's own, unless BACKUP_ELSEWHERE=1", async () => {
    expect(await backups()).toEqual([
      expect.stringMatching(/^note: .*Set BACKUP_EVERY, or BACKUP_ELSEWHERE=1/),
    ]);
    expect(await backups({ BACKUP_ELSEWHERE: "1" })).toEqual([expect.stringMatching(/^ok: elsewhere/)]);
  });

  test("doctor warns after twice BACKUP_EVERY, and repeats why the last one failed", async () => {
    expect(await backups(every)).toEqual([expect.stringMatching(/^note: every 60 minutes .* none yet/)]);
    const { db } = shop.database;
    await noteSuccess(db, "backup", new Date(Date.now() - 119 * 60_000));
    expect(await backups(every)).toEqual([expect.stringMatching(/^ok: every 60 minutes/)]);
    await noteSuccess(db, "backup", new Date(Date.now() - 121 * 60_000));
    expect(await backups(every)).toEqual([expect.stringMatching(/^fault: .* Run: npm run backup$/)]);
    await shop.database.pool.query("update backup_run set fault = 'the disk is full'");
    expect(await backups(every)).toContain("fault: the last backup failed: the disk is full");
    await shop.database.pool.query("delete from backup_run");
  });
});

test("O1: doctor --media reads every media file and names what is missing or different", async () => {
  const store = recordFiles(await openFileStore(dataDir), shop.database.db);
  for (const name of ["whole", "changed", "gone"]) {
    const file = join(dataDir, name);
    await writeFile(file, name);
    await store.publish(file, `images/${name}.png`);
  }
  await writeFile(pathIn(store, "images/changed.png"), "chanGed");
  await rm(pathIn(store, "images/gone.png"));
  const media = async () =>
    (await diagnose(envOf(), root, { offline: true, media: true }))
      .filter(({ about, text }) => about === "Media files" && text.startsWith("images/"))
      .map(({ state, text }) => `${state}: ${text}`);
  expect(await media()).toEqual([
    "fault: images/changed.png is different; restore it from a copy",
    "fault: images/gone.png is missing; restore it from a copy",
  ]);
});

test("O2: doctor says which other database uses the media storage, since when nothing is deleted, and what to do", async () => {
  const store = await openFileStore(dataDir);
  const shared = async () =>
    (await diagnose(envOf(), root, { offline: true })).filter(({ about }) => about === "Shared media");
  await noteUse(shop.database.db, store);
  expect(await shared()).toEqual([]);
  await store.note("cliffhanger-users/1-2", "trial (cliffhanger)\n");
  const [found, ...more] = await shared();
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    state: "fault",
    text: expect.stringMatching(
      /^trial \(cliffhanger\) uses .*T.*Z; .* a storage of its own .*docs\/backup\.md/,
    ),
  });
  const place = join(dataDir, "media/cliffhanger-users/1-2");
  for (const language of languages) {
    const text = found?.sayIn?.(language).text;
    expect(text, language).toContain(place);
    expect(text, language).toContain("trial (cliffhanger)");
  }
  await rm(place);
  expect(await shared()).toEqual([]);
});

test("O2: doctor says where the database server tells copies apart less surely, as managed ones may", async () => {
  const shared = async () =>
    (await diagnose(envOf(), root, { offline: true })).filter(({ about }) => about === "Shared media");
  await noteUse(shop.database.db, await openFileStore(dataDir));
  const { pool } = shop.database;
  await pool.query("alter function pg_control_system() rename to pg_control_system_kept");
  const found = await shared();
  await pool.query("alter function pg_control_system_kept() rename to pg_control_system");
  // The note of this database under the name that it had.
  expect(found.map(({ state, text }) => `${state}: ${text}`)).toEqual([
    expect.stringMatching(/^note: the database server refuses pg_control_system\(\).*npm run restore/),
    expect.stringMatching(/^fault: .* uses this media storage/),
  ]);
  expect(await shared()).toEqual([]);
});

test("V12: doctor says when the role does not plan statements once, and corrects it with --fix", async () => {
  const plans = async (fix: boolean) =>
    (await diagnose(envOf(), root, { offline: true, fix })).find(({ about }) => about === "Plans");
  expect(await plans(false)).toMatchObject({ state: "ok" });
  // Like a server of the operator's own, where nobody has set it.
  const { pool } = shop.database;
  const name = new URL(shop.database.url).pathname.slice(1);
  await pool.query(`alter database ${name} set plan_cache_mode = auto`);
  expect(await plans(false)).toMatchObject({
    state: "note",
    text: expect.stringContaining("npm run doctor -- --fix"),
  });
  expect(await plans(false)).toMatchObject({ state: "note" });
  expect(await plans(true)).toMatchObject({ state: "ok" });
  expect(await plans(false)).toMatchObject({ state: "ok", text: "prepared statements are planned once" });
});

test("case 87: --fix creates the webhooks that are missing, and gives the others what they lack", async () => {
  const fixed = async (more: Record<string, string> = {}) =>
    (await diagnose(envOf(more), root, { fix: true }))
      .filter(({ about }) => about === "Cards" || about === "PayPal")
      .map(({ text }) => text)
      .join("\n");
  await stripe.webhookEndpoints.update(endpoint, { enabled_events: ["charge.updated"], disabled: true });
  expect(await fixed()).toContain("was corrected: it is enabled and gets every event");
  expect(await faults()).toEqual([]);
  expect(await fixed()).not.toContain("corrected");
  const elsewhere = { PUBLIC_ORIGIN: "http://127.0.0.1:9" };
  const made = await fixed(elsewhere);
  expect(made).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+/);
  const [, id = ""] = /PAYPAL_WEBHOOK_ID=(\w+)/.exec(made) ?? [];
  expect(await faults({ ...elsewhere, PAYPAL_WEBHOOK_ID: id })).toEqual([]);
  const all = (await stripe.webhookEndpoints.list()).data;
  for (const { url, id: other } of all)
    if (url.startsWith("http://127.0.0.1:9/")) await stripe.webhookEndpoints.del(other);
});

/** Returns what doctor says about wallets on a domain of the internet, which does not lead here. */
async function wallets(fix = false): Promise<string[]> {
  const env = envOf({ PUBLIC_ORIGIN: "https://watch.example", DATA_DIR: shop.dataDir });
  const found = await diagnose(env, root, { now: () => new Date(), fix });
  return found
    .filter(({ text }) => /wallet|[Aa]pple|Link/.test(text))
    .map(({ state, text }) => `${state}: ${text}`);
}

test("case 87: a domain that Stripe does not know is reported with its cure; --fix registers it, and fetches and serves Apple's file", async () => {
  const file = `${shop.origin}/.well-known/apple-developer-merchantid-domain-association`;
  expect((await fetch(file)).status).toBe(404);
  expect(await wallets()).toEqual([
    expect.stringMatching(
      /^fault: Stripe shows no wallets on watch\.example: .* Run npm run doctor -- --fix/,
    ),
  ]);
  expect(await wallets(true)).toEqual([
    "ok: Apple's file was fetched; it is served at /.well-known/apple-developer-merchantid-domain-association",
    expect.stringMatching(
      /^note: Whether https:\/\/watch\.example\/\.well-known\/\S+ is served is not known/,
    ),
    expect.stringMatching(
      /^fault: Apple Pay is not shown on watch\.example: The domain association file was not found/,
    ),
  ]);
  const served = await fetch(file);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await served.text()).toMatch(/^[0-9a-f]{64,}$/);
  await shop.stripe.put("/association", { domain: "watch.example", found: true });
  expect((await wallets(true)).at(-1)).toBe(
    "ok: Apple Pay, Google Pay and Link may be shown on watch.example",
  );
  expect((await wallets()).filter((text) => text.startsWith("fault"))).toEqual([]);
});

test("Apple Pay is offered only with its file, of which at most 16 KB are served", async () => {
  const folder = join(shop.dataDir, "well-known");
  const file = join(folder, "apple-developer-merchantid-domain-association");
  const offered = async () => {
    const { info } = (await (await fetch(`${shop.origin}/api/plan`)).json()) as { info: PlanList };
    return info.methods.flatMap((method) => (method.type === "wallet" ? method.wallets : []));
  };
  await rm(folder, { recursive: true, force: true });
  expect(await offered()).toEqual(["google_pay", "link"]);
  await mkdir(folder);
  await writeFile(file, "a".repeat(16 * 1024));
  expect(await offered()).toEqual(["apple_pay", "google_pay", "link"]);
  await writeFile(file, "a".repeat(16 * 1024 + 1));
  expect(await offered()).toEqual(["google_pay", "link"]);
});
