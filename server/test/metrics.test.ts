import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config";
import { isId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { documentedMetrics, type Scrape, scrape } from "#test/metrics";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp } from "../src/app.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

let shop: TestMoney;
/** A second node beside the shop. */
let beside: App;
/** A database of its own: a worker would take the shop's due work, and has none of its gateways. */
let idle: TestApp;
let worker: App;
beforeAll(async () => {
  shop = await testMoney({ METRICS_PORT: "0" });
  beside = await openBeside(shop, "web");
  idle = await testApp();
  worker = await openBeside(idle, "worker");
}, timeLimit(120));
afterAll(async () => {
  await worker.stop(0);
  await idle.close();
  await beside.stop(0);
  await shop.close();
});

/** Opens another process on the database of an app, with metrics. */
async function openBeside(first: TestApp, role: "web" | "worker"): Promise<App> {
  const env = { DATA_DIR: first.dataDir, LOG_LEVEL: "silent", METRICS_PORT: "0" };
  const { database, store, clock } = first;
  const config = readConfig(env, first.dataDir);
  return createApp({ config, log: silentLog, clock, database, store, web: null, role });
}

/** The names of a scrape without those that Node's own collectors add. */
const ours = ({ types }: Scrape) =>
  [...types].filter(([name]) => !/^(process|nodejs)_/.test(name)).sort(byName);

const byName = ([one]: readonly string[], [other]: readonly string[]) =>
  (one ?? "").localeCompare(other ?? "");

for (const role of ["web", "worker"] as const)
  test(`O17: the ${role} role exports every documented metric that belongs to it, and no other`, async () => {
    const rows = (await documentedMetrics()).filter((row) => row.role === "both" || row.role === role);
    const found = await scrape(role === "web" ? shop.metricsPort : worker.metricsPort);
    expect(ours(found)).toEqual(rows.map(({ metric, type }) => [metric, type]).sort(byName));
    expect(found.types.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
  });

test("O17: purchases are counted exactly, and figures of money come from the database", async () => {
  const before = await scrape(shop.metricsPort);
  const member = await makeMember(shop);
  const { info } = await orderOf(member);
  await payOrder(member, info.order.id, "pm_card_chargeDeclined");
  await payOrder(member, info.order.id);
  await fetch(`${shop.origin}/api/webhook/payment/stripe`, { method: "POST", body: "{}" });
  const after = await scrape(shop.metricsPort);
  const added = (name: string, labels: Record<string, string>) =>
    (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
  expect(added("orders_total", { state: "pending" })).toBe(2); // opened, and open again after the decline
  expect(added("orders_total", { state: "paid" })).toBe(1);
  const attempt = { gateway: "stripe", method: "card", initiator: "customer" };
  expect(added("payment_attempts_total", { ...attempt, outcome: "succeeded", code: "none" })).toBe(1);
  expect(added("payment_attempts_total", { ...attempt, outcome: "declined" })).toBe(1);
  expect(added("webhooks_total", { gateway: "stripe", type: "other", outcome: "rejected" })).toBe(1);
  expect(added("gateway_request_seconds_count", { gateway: "stripe", call: "charge" })).toBe(2);
  expect(added("payment_seconds_count", { gateway: "stripe", step: "confirm" })).toBe(2);

  await shop.database.pool.query("update payment set state = 'in_doubt', updated_at = $1", [
    new Date(shop.clock.now().getTime() - 120_000),
  ]);
  await roundOf(shop, beside);
  const figures = await scrape(beside.metricsPort);
  expect(figures.value("payments_in_doubt")).toBe(1);
  expect(figures.value("payments_in_doubt_oldest_seconds")).toBe(120);
  expect(figures.value("ledger_unbalanced")).toBe(0);
});

test("O17: a worker without a web server exports jobs, mail and money", async () => {
  await roundOf(worker);
  const figures = await scrape(worker.metricsPort);
  expect(figures.value("jobs_waiting", { queue: "media.transcode" })).toBe(0);
  expect(figures.value("jobs_waiting", { queue: "media.take-in" })).toBe(0);
  expect(figures.value("mail_oldest_seconds")).toBe(0);
  expect(figures.value("payments_in_doubt")).toBe(0);
  expect(figures.value("build_info", { role: "worker" })).toBe(1);
});

/** Lets every node take a round; only the one with the lease reads. */
async function roundOf(...nodes: { figures: App["figures"] }[]): Promise<void> {
  for (const node of [...nodes, ...nodes]) await node.figures?.round();
}

test("O17: one node reads the figures for all, and each serves them with the same age", async () => {
  // Each node also takes a round by itself every 15 seconds, which may fall between two looks.
  await vi.waitFor(
    async () => {
      await roundOf(shop, beside);
      const leases = await shop.database.pool.query("select holder from lease where name = 'metrics'");
      const times = async () => {
        const nodes = [await scrape(shop.metricsPort), await scrape(beside.metricsPort)];
        return nodes.map((node) => node.value("collected_timestamp_seconds", { source: "money" }));
      };
      const [first, second] = await times();
      expect(first).toBeGreaterThan(0);
      expect(second).toBe(first);
      // Scraping reads nothing: ten nodes do not query ten times.
      expect(await times()).toEqual([first, second]);
      const later = await shop.database.pool.query("select holder from lease where name = 'metrics'");
      expect(later.rows).toEqual(leases.rows);
    },
    { timeout: timeLimit(20), interval: 100 },
  );
});

test("O17: labels are documented and closed: what strangers send is counted as other", async () => {
  const strange = "01jabcdefghjkmnpqrstvwxyz0";
  for (const path of [`/series/${strange}`, `/api/${strange}`, `/media/v/${strange}/${strange}/index.m3u8`])
    await shop.http.inject(path);
  await shop.http.inject({ method: "PATCH" as "GET", url: `/api/payment?orderId=${strange}` });
  const documented = new Map((await documentedMetrics()).map((row) => [row.metric, row.labels]));
  for (const port of [shop.metricsPort, worker.metricsPort]) {
    const { series, lines } = await scrape(port);
    expect(lines).toBeLessThan(900);
    for (const { name, labels } of series) {
      const metric = documented.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
      const known = documented.get(metric);
      if (!known) continue;
      const { le: _le, ...own } = labels;
      expect(Object.keys(own).sort(), name).toEqual([...known].sort());
      for (const value of Object.values(own)) {
        expect(isId(value), `${name}: ${value}`).toBe(false);
        expect(value, name).not.toContain(strange);
        // The commit of a build may have six digits in a row.
        expect(name === "build_info" ? "" : value, name).not.toMatch(/@|[0-9]{6}/);
      }
    }
  }
  const { series } = await scrape(shop.metricsPort);
  const seen = series.filter(({ name }) => name === "http_request_duration_seconds_count");
  expect(seen.map(({ labels }) => labels["method"])).toContain("other");
  expect(seen.map(({ labels }) => labels["route"])).toContain("(page)");
});

test("O18: with HOST=0.0.0.0 and no METRICS_HOST, metrics do not answer on another address", async () => {
  const config = readConfig({ HOST: "0.0.0.0", METRICS_PORT: "0" }, "/nowhere");
  const app = await createApp({ ...shop, config, log: silentLog, web: null, role: "web" });
  try {
    const { port } = new URL(await app.http.listen({ port: 0, host: config.host }));
    const machine = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
    const others = machine.filter(({ family, internal }) => family === "IPv4" && !internal);
    for (const other of ["127.0.0.2", ...others.map((one) => one.address)]) {
      // The web server does answer there.
      expect((await fetch(`http://${other}:${port}/healthz`)).status).toBe(200);
      await expect(fetch(`http://${other}:${app.metricsPort}/metrics`)).rejects.toThrow("fetch failed");
    }
    expect((await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).status).toBe(200);
  } finally {
    await app.stop(0);
  }
});
