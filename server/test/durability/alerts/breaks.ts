import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeVideo } from "#test/media-sources";
import { timeLimit } from "../../../../tools/time-limit.ts";
import type { Site } from "./site.ts";
import { guestAt, memberAt, openCrowd, order, pay } from "./visitor.ts";

/** Ends a fault. */
export type Mend = () => unknown;

/** A real fault, and the alert that tells of it. */
export interface Break {
  alert: string;
  /** What is broken, as a clause of the report. */
  what: string;
  /** What the runbook tells the operator to find in a log. */
  log?: string;
  /** Breaks it. What it adds to `mends` is done once the alert has fired. */
  run(site: Site, mends: Mend[]): Promise<unknown>;
}

/** What a filled disk has left: less than the smallest backup. */
const LEFT_BYTES = 50_000;

/** Fills a disk. */
export function fill(folder: string): () => void {
  const { bavail, bsize } = statfsSync(folder);
  const file = join(folder, "filler");
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
  return () => rmSync(file);
}

/** The faults that only a site which was never well shows: its disk for temporary files was full from the start. */
export const early: readonly Break[] = [
  {
    alert: "BackupFailing",
    what: "the disk of temporary files is full, so a drill fails",
    run: async () => undefined,
  },
  {
    alert: "DrillOld",
    what: "the disk of temporary files is full, so no backup was ever restored to prove it",
    run: async () => undefined,
  },
];

/** Faults that last from the beginning to the end, because their alerts take minutes. */
export const slow: readonly Break[] = [
  {
    alert: "DiskFull",
    what: "the disk of the backups is full",
    run: async ({ disks }) => void fill(disks.backups),
  },
  { alert: "BackupOld", what: "no backup fits on the full disk", run: async () => undefined },
  {
    alert: "LedgerUnbalanced",
    what: "one half of a booking is inserted past the ledger's trigger",
    run: unbalance,
  },
  {
    alert: "MailStuck",
    what: "the mail server is gone when a password is reset",
    run: async ({ mailbox, web }) => {
      const member = await memberAt(web[1].origin);
      await mailbox.stop();
      await member.call("POST", "/api/user/password/forgot", { email: member.email });
    },
  },
];

/** The groups of faults, one after another. Those of a group happen at the same time and do not touch each other. */
export const groups: readonly (readonly Break[])[] = [
  [
    {
      alert: "ReviewOpen",
      what: "a bank inquires about a payment",
      run: async ({ stripe }) => {
        const { intents } = (await stripe.get("/money")) as { intents: { id: string; charges: number }[] };
        const paid = intents.find(({ charges }) => charges > 0);
        await stripe.post(`/charges/${paid?.id}/dispute`, { inquiry: true });
      },
    },
    {
      alert: "WebhookRejected",
      what: "six unsigned webhooks arrive",
      run: async ({ web }) => {
        for (let no = 0; no < 6; no++)
          await fetch(`${web[1].origin}/api/webhook/payment/stripe`, { method: "POST", body: "{}" });
      },
    },
    {
      alert: "ListenDown",
      what: "a firewall forgets the first server's connection for notifications",
      run: async ({ network }, mends) => {
        network.notifications.block();
        mends.push(() => network.notifications.heal());
      },
    },
  ],
  [
    {
      alert: "ReconFindings",
      what: "a stored line of the gateway's balance is changed, and the balances are compared",
      run: changeLine,
    },
    {
      alert: "PartitionMissing",
      what: "the partition of today is gone when an episode is played",
      run: losePartition,
    },
  ],
  [
    {
      alert: "ServerErrors",
      what: "the network between the first server and the database is cut",
      log: "Request failed",
      run: async ({ network }, mends) => {
        network.requests.cut();
        mends.push(() => network.requests.heal());
      },
    },
  ],
  [
    {
      alert: "SlowAnswers",
      what: "every answer of the database to the first server is 0.7 s late",
      run: async ({ network }, mends) => {
        network.requests.slow(700);
        mends.push(() => network.requests.heal());
      },
    },
  ],
  [
    {
      alert: "DatabaseReadOnly",
      what: "the database is set to read-only",
      run: async ({ query }, mends) => {
        await query("alter system set default_transaction_read_only = on");
        await query("select pg_reload_conf()");
        mends.push(async () => {
          await query("alter system reset default_transaction_read_only");
          await query("select pg_reload_conf()");
        });
      },
    },
  ],
  [
    {
      alert: "PoolWaiting",
      what: "somebody holds a lock on the orders while a crowd opens pages",
      run: async (site, mends) => {
        const crowd = await openCrowd(site.web[0].origin);
        await lock(site, "purchase_order", mends);
        mends.push(() => crowd.stop());
      },
    },
    {
      alert: "FiguresOld",
      what: "the figures of money wait for a table that somebody has locked",
      log: "Figures could not be read",
      run: (site, mends) => lock(site, "webhook_inbox", mends),
    },
    {
      alert: "PlaysStuck",
      what: "somebody holds a lock on the play counts when an episode is played",
      log: "A play could not be added; set aside",
      run: async (site, mends) => {
        await lock(site, "series_plays", mends);
        const guest = await guestAt(site.web[1].origin);
        const episodeId = site.series.episodes[0]?.id;
        await guest.call("POST", "/api/user/history", { episodeId, position: 5 });
      },
    },
  ],
  [{ alert: "GatewayErrors", what: "the gateway does not answer while people pay", run: loseGateway }],
  [
    {
      alert: "PaymentInDoubt",
      what: "the gateway takes a charge, loses its answer, and tells nothing more",
      run: loseAnswer,
    },
  ],
];

/** What happens without a worker, in groups, when everything else is proved. A running worker would renew at once. */
export const last: readonly (readonly Break[])[] = [
  [{ alert: "Down", what: "the worker is killed", run: ({ worker }) => worker.kill() }],
  [
    { alert: "JobsStuck", what: "a video is ingested while no worker runs", run: ingestVideo },
    { alert: "RenewalsLate", what: "no worker runs while a membership is due for two hours", run: age },
  ],
];

async function unbalance({ query }: Site): Promise<void> {
  await query(`
    begin;
    alter table ledger_entry disable trigger ledger_entry_balances;
    insert into ledger_entry (txn_id, n, account, currency, amount)
      select txn_id, max(n) + 1, 'revenue', currency, 100 from ledger_entry group by txn_id, currency limit 1;
    alter table ledger_entry enable trigger ledger_entry_balances;
    commit`);
}

/** Changes a stored line of the gateway's balance, so that it differs from what the gateway reports. */
async function changeLine({ query, command }: Site, mends: Mend[]): Promise<void> {
  const compare = () => command("finance-command.ts", ["check"]);
  // The line of a payment exists once the balance is read after it.
  await compare();
  const by = (cents: number) => `update balance_line set gross = gross + ${cents}, net = net + ${cents}
    where id = (select min(id) from balance_line where kind = 'sale') returning id`;
  if ((await query(by(-5))).length !== 1) throw new Error("no line of a sale was read");
  const { code, output } = await compare();
  if (code !== 1) throw new Error(`the comparison ended with ${code}: ${output}`);
  mends.push(async () => {
    await query(by(5));
    await query("update balance_line set differs = null");
    await compare();
  });
}

async function losePartition({ query, series, web }: Site, mends: Mend[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "_");
  await query(`drop table counted_play_${day}`);
  mends.push(() => query("select partition_create('counted_play', 'day', now())"));
  const guest = await guestAt(web[1].origin);
  await guest.call("POST", "/api/user/history", { episodeId: series.episodes[0]?.id, position: 5 });
}

/** Holds a lock on a table until it is let go. */
async function lock({ database }: Site, table: string, mends: Mend[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  mends.push(() => client.end());
}

async function loseGateway({ stripe, web }: Site, mends: Mend[]): Promise<void> {
  const member = await memberAt(web[1].origin);
  const wanted = await order(member);
  await stripe.leave();
  let isAway = true;
  const paying = (async () => {
    while (isAway) {
      await pay(member, wanted);
      await pause(500);
    }
  })();
  mends.push(async () => {
    isAway = false;
    await paying;
    await stripe.comeBack(0);
  });
}

async function loseAnswer({ stripe, web, query }: Site, mends: Mend[]): Promise<void> {
  const member = await memberAt(web[1].origin);
  const wanted = await order(member);
  await stripe.post("/deliveries/plan", { action: "drop", types: "**" });
  // The charge is looked up before it is tried and as soon as its answer is missing: only the second one must fail.
  const path = "/v1/payment_intents/*/confirm";
  await stripe.post("/faults", { kind: "hang", method: "POST", path, n: 1000, seconds: 600 });
  void pay(member, wanted);
  for (const until = performance.now() + timeLimit(30); ; await pause(50)) {
    const { faults } = (await stripe.get("/faults")) as { faults: { left: number }[] };
    if (faults.some(({ left }) => left < 1000)) break;
    if (performance.now() > until) throw new Error("no charge arrived at the gateway");
  }
  await stripe.post("/faults", { kind: "before", method: "GET", path: "/v1/**", n: 10_000 });
  const rows = await query<{ state: string }>("select state from payment where order_id = $1", [wanted.id]);
  if (!rows.some(({ state }) => state === "in_doubt" || state === "charging"))
    throw new Error(`the payment is ${JSON.stringify(rows)}, not in doubt`);
  mends.push(async () => {
    await stripe.post("/deliveries/plan", { action: "send" });
    await stripe.post("/faults/clear");
  });
}

/** Moves a membership back in time: the processes have no clock that could be moved on. */
async function age({ query, web }: Site): Promise<void> {
  const member = await memberAt(web[1].origin);
  const state = await pay(member, await order(member));
  if (state !== "paid") throw new Error(`nothing could be bought: ${state}`);
  const moved = await query(`
    update subscription set period_start = period_start - late, period_end = period_end - late, next_action_at = period_end - late
    from (
      select period_end - now() + interval '2 hours' as late, id as of from subscription
      where state = 'active' and renewal_mode = 'auto' and not cancel_at_period_end limit 1
    ) as found
    where id = of returning id`);
  if (moved.length !== 1) throw new Error("nobody has a membership that renews by itself");
}

/** Queues a video and ends the command, which would encode it by itself where no worker does. */
async function ingestVideo({ begin, disks, query }: Site): Promise<void> {
  const series = join(disks.temporary, "films/The Ferry");
  mkdirSync(series, { recursive: true });
  makeVideo(join(series, "1.mp4"), { seconds: 60 });
  const kill = begin("media/ingest-command.ts", [join(disks.temporary, "films")]);
  const isQueued = "select from jobs.job where name = 'media.transcode' and state < 'completed'";
  for (const until = performance.now() + timeLimit(60); (await query(isQueued)).length === 0; ) {
    if (performance.now() > until) throw new Error("the command queued nothing");
    await pause(100);
  }
  kill();
}
