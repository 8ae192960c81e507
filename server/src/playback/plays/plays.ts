import { rankByPlays } from "#catalogue";
import type { ReportListener } from "#library";
import type { Db, Trx } from "#platform/db/database";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { takeLease } from "#platform/db/lease";
import { notify } from "#platform/db/listen";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";
import { openBatches, playsCounted } from "./batch.ts";
import { countedPlays, listCountedPlays, mergeCountedPlays, requeueLockedPlays } from "./repository.ts";

/** Plays are added to their series so long after they were counted, many at once. */
const ADD_AFTER_MS = 1_000;
/** What a node left behind that went down is looked for this often. */
const LOOK_EVERY_MS = 60_000;
/** Lists follow the counts this often; by the lease one node at a time sees to it. */
const RANK_EVERY_MS = 5 * 60_000;
const RANK_LEASE_SECONDS = 270;

/** The counting of plays (R14). */
export interface Plays {
  /** Counts a play within the statement that keeps the report of it. */
  listener: ReportListener;
  /** Adds what was counted to the series now. */
  add(): Promise<void>;
  /** Orders lists by what was added until now, and queues again what was set aside because of a lock. */
  rank(): Promise<void>;
  /** Rows in the next batch, for the metrics. */
  batchSize(): number;
  /** Adds what was counted here, and ends. */
  stop(): Promise<void>;
}

/**
 * Opens the counting of plays. A play is durable with the report that made it, as a row of its own; those rows are taken
 * and added to a table of plays in one transaction, by any node, so that none is lost or added twice. Lists are ordered
 * by a copy that follows every few minutes. `db` is the pool of upkeep: counting never takes a connection of requests.
 */
export function openPlays({ db, log }: { db: Db; log: Log }): Plays {
  const batches = openBatches(db, log);
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
    if ((await rankByPlays(db, stopping.signal)) > 0) await notify(db, playsCounted, "");
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
      soon(LOOK_EVERY_MS / 10);
    }
  }
  function soon(after = ADD_AFTER_MS): void {
    if (!stopping.signal.aborted) timer ??= setTimeout(() => void addSoon(), after).unref();
  }
  async function rankInTurn(): Promise<void> {
    try {
      if (await takeLease(db, "rank by plays", holder, RANK_LEASE_SECONDS)) await rank();
    } catch (error) {
      failed(error, "Lists could not be ordered by plays; will retry in five minutes");
    }
  }

  soon();
  const timers = [
    setInterval(() => soon(), LOOK_EVERY_MS).unref(),
    setInterval(() => {
      ranking ??= rankInTurn().finally(() => {
        ranking = null;
      });
    }, RANK_EVERY_MS).unref(),
  ];
  return {
    listener: { expressions: countedPlays, kept: () => soon() },
    add,
    rank,
    batchSize: batches.size,
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

/** What counting does when accounts change; accounts calls it as one of its listeners. */
export const playsListener = {
  merged: (trx: Trx, { guestId, memberId }: { guestId: string; memberId: string }) =>
    mergeCountedPlays(trx, guestId, memberId),
  exported: async (db: Db, visitorId: string) => ({ plays: await listCountedPlays(db, visitorId) }),
  files: { plays: "exports.files.plays" },
} as const;
