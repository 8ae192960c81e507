import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "#test/metrics";
import { type TestMoney, testMoney } from "#test/money";
import { runCommandFile } from "#test/run-command";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp, type ShellModule } from "../src/app.ts";

const program = join(import.meta.dirname, "../src/smoke-gateways-command.ts");

const chromium = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const hasChromium = existsSync(chromium);

let shop: TestMoney;
/** A node of the shop that serves its pages. */
let pages: App;
let pagesOrigin: string;
let dataDir: string;
beforeAll(async () => {
  shop = await testMoney();
  // The command has the machine's clock, and gateways refuse what comes from another time.
  await shop.advance((Date.now() - shop.clock.now().getTime()) / 1000);
  const { config, database, store, clock } = shop;
  const web = await loadWeb();
  pages = await createApp({ config, log: silentLog, clock, database, store, web, role: "web" });
  pagesOrigin = await pages.http.listen({ port: 0, host: "127.0.0.1" });
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-smoke-"));
}, timeLimit(120));
afterAll(async () => {
  await pages?.stop(0);
  await shop?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Loads the built web, as the start of the server does. */
async function loadWeb() {
  const folder = join(root, "web/dist/client");
  const template = await readFile(join(folder, "index.html"), "utf8");
  const manifest: unknown = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  const { createShell } = (await import(join(root, "web/dist/server/shell.js"))) as ShellModule;
  return { shell: await createShell({ template, manifest }), folder };
}

function settings(): Record<string, string> {
  const { stripe, paypal } = shop.gateways;
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: shop.database.url,
    PUBLIC_ORIGIN: pagesOrigin,
    CHROMIUM_PATH: chromium,
    PAYMENTS_ALLOW_SANDBOX: "1",
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(","),
    STRIPE_API_URL: stripe.apiUrl?.origin ?? "",
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId ?? "",
    PAYPAL_ENV: "sandbox",
    PAYPAL_API_URL: paypal.apiUrl.origin,
  };
}

/** Runs the command as an operator does, who follows the link that it prints and approves the order. */
async function runAndApprove(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...(hasChromium ? ["--browser"] : [])], {
    env: { ...process.env, ...settings() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const approvals: Promise<unknown>[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const [, orderId] = /Approve this order .*[?&]token=(\w+)/.exec(output) ?? [];
    if (orderId !== undefined && approvals.length === 0)
      approvals.push(shop.paypal.post("/approve", { orderId, buyer: "funded:smoke" }));
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  await Promise.all(approvals);
  return { code, output };
}

/** Returns every string of a JSON value, and every name of a field. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsOf(one)]);
}

test(
  "case 88: a smoke run against the simulators passes every step, and its recording has hashed ids and no addresses",
  async () => {
    const { code, output } = await runAndApprove();
    const lines = output.split("\n");
    expect(lines.filter((line) => line.startsWith("✗"))).toEqual([]);
    expect(code).toBe(0);
    const passed = lines.filter((line) => line.startsWith("✓"));
    expect(passed.filter((line) => line.startsWith("✓ Stripe")).length).toBeGreaterThanOrEqual(15);
    expect(passed.filter((line) => line.startsWith("✓ PayPal")).length).toBeGreaterThanOrEqual(11);
    for (const line of passed.filter((one) => !one.includes("card form")))
      expect(line).toMatch(/\(.*(req_|[0-9a-f]{8,}).*\)$/);
    const skipped = [
      "– Stripe: Stripe's own script under it (skipped: needs test keys of Stripe itself; the keys are a simulator's)",
      "– Stripe: 3-D Secure passes and fails at the bank (skipped: nobody is at the bank's page; pay with 4000 0027 6000 3184 by hand)",
    ];
    const page = "Stripe: card form under our content security policy";
    const withoutBrowser = `– ${page} (skipped: --browser was not given)`;
    expect(lines.filter((line) => line.startsWith("–"))).toEqual(
      hasChromium ? skipped : [withoutBrowser, ...skipped],
    );
    expect(lines).toContain(hasChromium ? `✓ ${page} (0 violations)` : withoutBrowser);

    const [name = ""] = await readdir(join(dataDir, "smoke"));
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/);
    const file = join(dataDir, "smoke", name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, "utf8");
    const { results } = JSON.parse(text) as { results: { calls: object[] }[] };
    const calls = results.flatMap((one) => one.calls);
    expect(calls.length).toBeGreaterThan(40);
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "POST", path: "/v1/payment_intents", status: 200 }),
    );
    // Ids of both gateways, keys, and addresses of people and machines.
    const recorded = textsOf(calls).join("\n");
    expect(recorded).toContain("requires_action");
    expect(recorded).toMatch(/#[\w-]{12}/);
    // A hash may contain any letters by chance.
    const plain = recorded.replaceAll(/#[\w-]{12}/g, "#");
    expect(plain).not.toMatch(/\b(?:pi|ch|pm|cus|re|du|evt|txn|seti|py|req)_\w{6}/);
    expect(plain).not.toMatch(/@|https?:|sk_test|127\.0\.0\.1/);
    const { intents } = (await shop.stripe.get("/money")) as { intents: { id: string }[] };
    const { captures } = (await shop.paypal.get("/money")) as { captures: { id: string }[] };
    expect(intents.length).toBeGreaterThan(10);
    for (const { id } of [...intents, ...captures]) expect(text).not.toContain(id);
  },
  timeLimit(240),
);

test(
  "case 88: keys that move money are refused before anything is sent",
  async () => {
    const requests = async () =>
      JSON.stringify([await shop.stripe.get("/money"), await shop.paypal.get("/money")]);
    const before = await requests();
    const { STRIPE_API_URL: _stripe, PAYPAL_API_URL: _paypal, ...live } = settings();
    const ofStripe = await runCommandFile(program, [], {
      ...live,
      STRIPE_SECRET_KEY: "sk_live_0123456789",
      STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789",
    });
    expect(ofStripe).toMatchObject({
      code: 1,
      output: expect.stringContaining("STRIPE_SECRET_KEY is a live key"),
    });
    const ofPayPal = await runCommandFile(program, [], { ...live, PAYPAL_ENV: "live" });
    expect(ofPayPal).toMatchObject({ code: 1, output: expect.stringContaining("PAYPAL_ENV is live") });
    expect(await requests()).toBe(before);
  },
  timeLimit(60),
);

test(
  "case 88: without keys it says what was skipped",
  async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: shop.database.url };
    const { code, output } = await runCommandFile(program, [], env);
    expect(output).toContain("– Stripe: skipped: STRIPE_SECRET_KEY is not set");
    expect(output).toContain("– PayPal: skipped: PAYPAL_CLIENT_ID is not set");
    expect(code).toBe(1);
    const help = await runCommandFile(program, ["--help"], env);
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining("--skip-paypal-approval") });
  },
  timeLimit(60),
);
