import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestMoney, testMoney } from "#test/money";
import { runCommandFile } from "#test/run-command";
import { timeLimit } from "../../tools/time-limit.ts";

const program = join(import.meta.dirname, "../src/smoke-gateways-command.ts");

let shop: TestMoney;
let dataDir: string;
beforeAll(async () => {
  shop = await testMoney();
  // The command has the machine's clock, and gateways refuse what comes from another time.
  await shop.advance((Date.now() - shop.clock.now().getTime()) / 1000);
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-smoke-"));
}, timeLimit(120));
afterAll(async () => {
  await shop?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function settings(): Record<string, string> {
  const { stripe, paypal } = shop.gateways;
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: shop.database.url,
    PUBLIC_ORIGIN: shop.origin,
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
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let approved: Promise<unknown> | null = null;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const [, orderId] = /Approve this order .*[?&]token=(\w+)/.exec(output) ?? [];
    if (orderId !== undefined) approved ??= shop.paypal.post("/approve", { orderId, buyer: "funded:smoke" });
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  await approved;
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
    for (const line of passed) expect(line).toMatch(/\(.*(req_|[0-9a-f]{8,}).*\)$/);
    expect(lines.filter((line) => line.startsWith("–"))).toEqual([
      "– Stripe: 3-D Secure passes and fails at the bank (skipped: needs a browser, which this run does not open)",
      "– Stripe: Stripe's script under our content security policy (skipped: needs a browser, which this run does not open)",
    ]);

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
    expect(recorded).not.toMatch(/\b(?:pi|ch|pm|cus|re|du|evt|txn|seti|py|req)_\w{6}/);
    expect(recorded).not.toMatch(/@|https?:|sk_test|127\.0\.0\.1/);
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
