import { rankByPlays } from "#catalogue";
import type { ReportListener } from "#library";
import type { Db, Trx } from "#platform/db/database";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { takeLease } from "#platform/db/lease";
import { notify } from "#platform/db/listen";
import { noteUpkeep } from "#platform/db/upkeep";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";
import { type Meters, noMeters, plain } from "#platform/meters";
import { openBatches, PLAYS_COUNTED } from "./batch.ts";
import { countedPlays, listCountedPlays, mergeCountedPlays, requeueLockedPlays } from "./repository.ts";

/** Delay after which counted plays are added to their series in batches. */
const ADD_AFTER_MS = 1_000;
/** How often plays left by a stopped node are collected. */
const COLLECT_EVERY_MS = 60_000;
/** How often lists are updated to the counts. A lease limits this to one node at a time. */
const RANK_EVERY_MS = 5 * 60_000;
const RANK_LEASE_SECONDS = 270;

/** The name of the lease, and of the task in the upkeep. */
export const RANK_TASK = "rank by plays";

/** Counts plays (R14). */
export interface Plays {
  /** Counts a play in the statement that saves its report. */
  listener: ReportListener;
  /** Adds queued plays to their series now. */
  add(): Promise<void>;
  /** Updates the order of lists, and queues plays again that were set aside because of a lock. */
  rank(): Promise<void>;
  /** Adds the plays counted by this process, then stops. */
  stop(): Promise<void>;
}

/** What counting plays needs. */
export interface PlaysOptions {
  db: Db;
  log: Log;
  meters?: Meters;
}

/**
 * Starts counting plays. A play is stored as a row in the statement that saves its report. Any node moves such rows
 * to a table of counts in one transaction, so that none is lost or added twice. Lists are ordered by a copy that is
 * updated every few minutes. `db` is the upkeep pool: counting never takes a connection from requests.
 */
export function openPlays({ db, log, meters = noMeters }: PlaysOptions): Plays {
  const batches = openBatches(db, log);
  meters.gauge(
    {
      name: "plays_batch_size",
      help: "Rows in the next batch of the play counter",
      role: "both",
      labels: {},
    },
    () => plain(batches.size()),
  );
  const holder = randomWord(12);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let adding: Promise<void> | null = null;
  let ranking: Promise<void> | null = null;

  async function add(): Promise<void> {
    while (await batches.add());
  }
  async function rank(): Promise<void> {
    await requeueLockedPlays(db);
    if ((await rankByPlays(db, stopping.signal)) > 0) await notify(db, PLAYS_COUNTED, "");
  }
  function failed(error: unknown, message: string): void {
    log[isDatabaseUnavailable(error) ? "warn" : "error"]({ err: error }, message);
  }

  async function addSoon(): Promise<void> {
    timer = null;
    adding ??= add().finally(() => {
      adding = null;
    });
    try {
      await adding;
    } catch (error) {
      failed(error, "Plays could not be added to their series; will retry");
      soon(COLLECT_EVERY_MS / 10);
    }
  }
  function soon(after = ADD_AFTER_MS): void {
    if (!stopping.signal.aborted) timer ??= setTimeout(() => void addSoon(), after).unref();
  }
  async function rankWithLease(): Promise<void> {
    try {
      if (!(await takeLease(db, RANK_TASK, holder, RANK_LEASE_SECONDS))) return;
      await rank();
      await noteUpkeep(db, RANK_TASK);
    } catch (error) {
      failed(error, "Lists could not be ordered by plays; will retry in five minutes");
    }
  }

  soon();
  const timers = [
    setInterval(() => soon(), COLLECT_EVERY_MS).unref(),
    setInterval(() => {
      ranking ??= rankWithLease().finally(() => {
        ranking = null;
      });
    }, RANK_EVERY_MS).unref(),
  ];
  return {
    listener: { expressions: countedPlays, committed: () => soon() },
    add,
    rank,
    async stop() {
      stopping.abort();
      for (const each of timers) clearInterval(each);
      const isDue = timer !== null;
      clearTimeout(timer ?? undefined);
      await Promise.allSettled([adding, ranking]);
      if (isDue) await addSoon();
    },
  };
}

/** Handles account changes; registered as an account listener. */
export const playsListener = {
  merged: (trx: Trx, { guestId, memberId }: { guestId: string; memberId: string }) =>
    mergeCountedPlays(trx, guestId, memberId),
  exported: async (db: Db, visitorId: string) => ({ plays: await listCountedPlays(db, visitorId) }),
  files: { plays: "exports.files.plays" },
} as const;
