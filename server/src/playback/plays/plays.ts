import { addPlays } from "#catalogue";
import type { ReportListener } from "#library";
import { type Db, inTransaction } from "#platform/db/database";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { notify } from "#platform/db/listen";
import type { Log } from "#platform/log";
import { countedPlays, listCountedPlays, mergeCountedPlays, takePendingPlays } from "./repository.ts";

/** Announced (LISTEN/NOTIFY) with ids of series, separated by spaces, whose play count has grown. */
export const playsCounted = "plays_counted";

/** Plays are added to their series so long after they were counted, many at once. */
const ADD_AFTER_MS = 1_000;
/** What a node left behind that went down is looked for this often. */
const LOOK_EVERY_MS = 60_000;
const MOST_ROWS = 5_000;
/** Ids in one announcement: a notification holds less than 8000 bytes. */
const MOST_IDS = 200;

/** The counting of plays (R14). */
export interface Plays {
  /** Counts a play within the statement that keeps the report of it. */
  listener: ReportListener;
  /** Adds what was counted to the series now. */
  add(): Promise<void>;
  /** Adds what was counted here, and looks no more. */
  stop(): Promise<void>;
}

/**
 * Opens the counting of plays. A play is durable with the report that made it, as a row of its own; those rows are taken
 * and added to their series in one transaction, by any node, so that none is lost or added twice.
 */
export function openPlays({ db, log }: { db: Db; log: Log }): Plays {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function add(): Promise<void> {
    while (await addSome(db));
  }
  async function addSoon(): Promise<void> {
    timer = null;
    try {
      await add();
    } catch (error) {
      const quiet = isDatabaseUnavailable(error);
      log[quiet ? "warn" : "error"]({ err: error }, "Plays could not be added to their series; they wait");
      if (!stopped) soon(LOOK_EVERY_MS / 10);
    }
  }
  function soon(after = ADD_AFTER_MS): void {
    if (stopped) return;
    timer ??= setTimeout(() => void addSoon(), after).unref();
  }

  soon();
  const looking = setInterval(() => soon(), LOOK_EVERY_MS).unref();
  return {
    listener: { expressions: countedPlays, kept: () => soon() },
    add,
    async stop() {
      stopped = true;
      clearInterval(looking);
      if (timer === null) return;
      clearTimeout(timer);
      await addSoon();
    },
  };
}

/** Adds some; true where there are more. */
async function addSome(db: Db): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { plays, more } = await takePendingPlays(trx, MOST_ROWS);
    if (plays.size === 0) return false;
    await addPlays(trx, plays);
    const ids = [...plays.keys()];
    for (let at = 0; at < ids.length; at += MOST_IDS)
      await notify(trx, playsCounted, ids.slice(at, at + MOST_IDS).join(" "));
    return more;
  });
}

/** What counting does when accounts change; accounts calls it as one of its listeners. */
export const playsListener = {
  merged: (trx: Db, { guestId, memberId }: { guestId: string; memberId: string }) =>
    mergeCountedPlays(trx, guestId, memberId),
  exported: async (db: Db, visitorId: string) => ({ plays: await listCountedPlays(db, visitorId) }),
  files: {
    plays: {
      en: "when your plays were last counted, episode by episode",
      es: "cuándo se contó por última vez que viste cada episodio",
      fr: "la dernière fois que votre lecture de chaque épisode a été comptée",
      de: "wann bei jeder Folge zuletzt gezählt wurde, dass du sie siehst",
      pt: "quando cada episódio que você viu foi contado pela última vez",
    },
  },
};
