import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#platform/clock";
import { type Database, openDatabase } from "#platform/db/database";
import { readPostmaster } from "#platform/db/postmaster";
import { openFileStore } from "#platform/store/file-store";
import { makeDataDir } from "#test/data-dir";
import { type MadeSeries, makeSeries } from "#test/factories";
import { raisedLimits } from "#test/raised-limits";
import { runCommandFile } from "#test/run-command";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { silentLog } from "#test/silent-log";
import { openBalancer } from "./balancer.ts";
import { type FleetNode, startFleetNode } from "./fleet.ts";
import { type Gateway, type Method, openGateway, type WalletPage } from "./gateways.ts";

/** The site with everything around it: two nodes, PostgreSQL, both gateways, a mailbox, and one clock for all of them. */
export interface World {
  origin: string;
  database: Database;
  gateways: Record<Method, Gateway>;
  wallet: WalletPage;
  mailbox: TestSandbox;
  nodes: FleetNode[];
  /** A series that nobody unlocks alone, and those that are unlocked. */
  series: MadeSeries[];
  now(): Date;
  /** Moves all clocks to a moment, and lets everything happen that is due then. */
  goTo(moment: Date): Promise<void>;
  /** Lets everything happen that is due now. */
  settle(): Promise<void>;
  /** Moves the clocks on and does not wait for what that brings. */
  jump(seconds: number): Promise<void>;
  killPostgres(): Promise<void>;
  /** How often a node or PostgreSQL was killed so far. */
  kills(): { nodes: number; postgres: number };
  leave(method: Method): Promise<void>;
  comeBack(method: Method): Promise<void>;
  /** Runs one of the operator's commands. */
  command(file: string, args: string[]): Promise<string>;
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** How long the nodes may take over what is due, and how long something may be due that they do not take up. */
const SETTLE_MS = 20 * 60_000;
const STUCK_MS = 60_000;
/** The least time between two looks at a payment that has no outcome. */
const MIN_STEP_MS = 60_000;
/** How often something is tried again while a node or PostgreSQL is started, every quarter of a second. */
const MAX_TRIES = 2400;

/** Starts it all. */
export async function openWorld(): Promise<World> {
  const folder = makeDataDir();
  const dataDir = folder.path;
  const database = await openDatabase({
    dataDir,
    mode: "own",
    holder: "year",
    log: silentLog,
    // The audits look at everything of a year at once.
    statementTimeoutMs: 60_000,
  });
  const mailbox = await testSandbox();
  const nodes: FleetNode[] = [];
  const balancer = await openBalancer(() => nodes.filter((node) => node.isUp()).map(({ port }) => port));
  const { origin } = balancer;
  const simulators = join(dataDir, "simulators");
  mkdirSync(simulators, { recursive: true });
  const card = await openGateway<StripeReady>("stripe", simulators);
  const paypal = await openGateway<PayPalReady>("paypal", simulators);
  const gateways = { card: card.gateway, paypal: paypal.gateway };
  const hook = (path: string) => ({ url: `${origin}/api/webhook/payment/${path}` });
  const { secret } = (await card.gateway.put("/webhook-endpoint", hook("stripe"))) as { secret: string };
  const { webhookId } = (await paypal.gateway.put("/webhook-endpoint", hook("paypal"))) as {
    webhookId: string;
  };
  const env = {
    ...raisedLimits,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: "127.0.0.1",
    LOG_LEVEL: "error",
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "no-reply@example.com",
    PAYMENTS_ALLOW_SANDBOX: "1",
    STRIPE_SECRET_KEY: card.ready.secretKey,
    STRIPE_PUBLISHABLE_KEY: card.ready.publishableKey,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: new URL(card.ready.api).origin,
    PAYPAL_CLIENT_ID: paypal.ready.clientId,
    PAYPAL_CLIENT_SECRET: paypal.ready.clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
    PAYPAL_ENV: "sandbox",
    PAYPAL_API_URL: new URL(paypal.ready.api).origin,
  };
  for (const _ of [1, 2]) {
    const node = await startFleetNode({ ...env, DEMO: "off" });
    await node.ready();
    nodes.push(node);
  }
  const clock = systemClock;
  const store = await openFileStore(dataDir);
  const app = { database, clock, store, notified: async () => undefined } as unknown as Parameters<
    typeof makeSeries
  >[0];
  const series: MadeSeries[] = [];
  for (const number of [1, 2, 3, 4])
    series.push(await makeSeries(app, { title: { en: `Series ${number}` }, free: 1, episodes: 3 }));

  let offset = 0;
  let postgresKills = 0;
  const now = () => new Date(Date.now() + offset * 1000);
  const ready = () => Promise.all(nodes.map((node) => node.ready()));
  const jump = async (seconds: number) => {
    await ready();
    offset = await moveClock(origin, seconds);
    await Promise.all(Object.values(gateways).map((gateway) => gateway.setClock(offset)));
  };

  async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    for (let tries = 0; ; tries++) {
      try {
        return (await database.pool.query<T>(text, values)).rows;
      } catch (error) {
        if (tries >= MAX_TRIES) throw error;
        await pause(250); // PostgreSQL was killed and is being started again
      }
    }
  }

  async function settle(): Promise<void> {
    const began = performance.now();
    for (let dueSince: number | null = null; ; ) {
      if (performance.now() - began > SETTLE_MS)
        throw new Error("The nodes do not come to an end of what is due");
      await ready();
      if (gateways.paypal.isUp()) await gateways.paypal.post("/deliver");
      await pause(60); // the card gateway looks for what to send every 50 ms
      const counts = await Promise.all(nodes.map((node) => node.work()));
      if (counts.some((count) => count > 0)) {
        dueSince = null;
        continue;
      }
      // What a node died over stays claimed for a while: its lease is not waited for.
      const due = await findDue();
      if (due.length === 0) return;
      dueSince ??= performance.now();
      if (performance.now() - dueSince < STUCK_MS) continue;
      console.log(`${now().toISOString()} nobody does what is due: ${due.join(", ")}`);
      return;
    }
  }

  /** Names the kinds of work that are due and that no node has claimed. */
  async function findDue(): Promise<string[]> {
    const rows = await query<{ kind: string }>(
      `select kind from (values
         ('webhooks', exists (select from webhook_inbox where state = 'new' and next_at <= $1)),
         ('subscriptions', exists (select from subscription
           where next_action_at <= $1 and (lease_until is null or lease_until <= $1))),
         ('payments', exists (select from payment where next_inspect_at <= $1)),
         ('refunds', exists (select from refund where next_inspect_at <= $1))
       ) as work (kind, due) where due`,
      [now()],
    );
    return rows.map(({ kind }) => kind);
  }

  /** Returns when the next payment without an outcome is looked at, before a moment; null if none is. */
  async function nextInspection(before: Date): Promise<Date | null> {
    const [row] = await query<{ at: Date | null }>(
      "select min(next_inspect_at) as at from payment where next_inspect_at > $1 and next_inspect_at < $2",
      [now(), before],
    );
    return row?.at ?? null;
  }

  async function leapTo(moment: Date): Promise<void> {
    const seconds = (moment.getTime() - now().getTime()) / 1000;
    if (seconds > 0) await jump(seconds);
    await settle();
  }

  return {
    origin,
    database,
    gateways,
    wallet: card.ready,
    mailbox,
    nodes,
    series,
    now,
    jump,
    settle,
    query,
    async goTo(moment) {
      // For real, nodes look at a payment again within seconds; after one leap of hours its gateway would have forgotten the
      // key by which it can be sent again.
      for (let at = await nextInspection(moment); at; at = await nextInspection(moment)) {
        const step = new Date(Math.max(at.getTime(), now().getTime() + MIN_STEP_MS));
        if (step >= moment) break;
        await leapTo(step);
      }
      await leapTo(moment);
    },
    async killPostgres() {
      const pid = readPostmaster(join(dataDir, "postgres", "data"))?.pid;
      if (pid === undefined) throw new Error("PostgreSQL has left no trace of itself");
      process.kill(pid, "SIGKILL");
      postgresKills += 1;
      await pause(50);
      await query("select 1");
    },
    kills: () => ({ nodes: nodes.reduce((sum, node) => sum + node.kills(), 0), postgres: postgresKills }),
    leave: (method) => gateways[method].leave(),
    comeBack: (method) => gateways[method].comeBack(offset),
    async command(file, args) {
      const path = join(import.meta.dirname, "../../../src", file);
      const { code, output } = await runCommandFile(path, args, { ...env, DEMO: "on" });
      if (code !== 0) throw new Error(`${file} ${args.join(" ")}: ${output}`);
      return output;
    },
    async close() {
      await Promise.all(nodes.map((node) => node.stop()));
      await balancer.close();
      await Promise.all(Object.values(gateways).map((gateway) => gateway.leave()));
      await mailbox.stop();
      await database.close();
      await folder.remove();
    },
  };
}

interface StripeReady {
  api: string;
  control: string;
  secretKey: string;
  publishableKey: string;
}

interface PayPalReady {
  api: string;
  control: string;
  clientId: string;
  clientSecret: string;
}

/** By the call that `npm run clock` makes; returns the new offset from the machine's time. */
async function moveClock(origin: string, advance: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${origin}/api/test/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance }),
    }).catch(() => null);
    if (answer?.status === 200) {
      const { info } = (await answer.json()) as { info: { offset: number } };
      return info.offset;
    }
    if (tries >= MAX_TRIES) throw new Error(`The clock was not moved: ${answer?.status}`);
    await pause(250);
  }
}
