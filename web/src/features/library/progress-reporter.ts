import type { HistoryReport } from "@cliffhanger/contract";
import { type QueuedReport, queued, readQueue, unsent } from "./progress-queue.ts";

/** Milliseconds of playing between two sends. */
const pace = 10_000;

/** The first wait after a send that failed, and the longest. */
const shortestWait = 5000;
const longestWait = 5 * 60_000;

/** The outside world of the reporter; tests bring their own. */
export interface ReporterWorld {
  now(): number;
  /** Runs something later; answers how to call it off. */
  after(milliseconds: number, run: () => void): () => void;
  /** Sends a batch. Rejects with the answer's code, 0 where nothing answered. */
  send(list: QueuedReport[]): Promise<void>;
  /** Asks the server who this is, which opens a session for somebody who has none. */
  identify(): Promise<void>;
  /** Whoever uses the page; null while nobody said. */
  owner(): string | null;
  read(): string | null;
  write(text: string | null): void;
  /** Told after the server took a batch. */
  arrived(): void;
}

/** Keeps how far somebody is, and has the server know without a call for every second. */
export interface ProgressReporter {
  /** Notes a position; `now` sends it at once, else it goes with the next batch. */
  note(report: Omit<HistoryReport, "at">, now: boolean): void;
  /** Sends what waits, whatever failed before: the connection is back, or the page goes away. */
  flush(): void;
}

/** Builds a reporter over a queue that outlives the page. */
export function createProgressReporter(world: ReporterWorld): ProgressReporter {
  let inFlight: QueuedReport[] = [];
  let again = false;
  let lastSent = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let callOff: (() => void) | null = null;

  const read = () => readQueue(world.read(), world.owner());
  function write(list: QueuedReport[]): void {
    world.write(list.length === 0 ? null : JSON.stringify({ owner: world.owner(), list }));
  }

  function stopWaiting(): void {
    callOff?.();
    callOff = null;
  }

  async function send(): Promise<void> {
    callOff?.();
    callOff = null;
    // What is on its way outlives the page too: only what came since goes beside it.
    const batch = unsent(read(), inFlight);
    if (batch.length === 0) return;
    lastSent = world.now();
    inFlight = [...inFlight, ...batch];
    again = false;
    const code = await attempt(batch);
    inFlight = inFlight.filter((report) => !batch.includes(report));
    if (code === null || isRefusal(code)) {
      write(unsent(read(), batch));
      failures = 0;
      if (code === null) world.arrived();
      if (again) void send();
      return;
    }
    failures += 1;
    const wait = Math.min(longestWait, shortestWait * 2 ** (failures - 1));
    stopWaiting();
    callOff = world.after(wait, () => void send());
  }

  // Answers null when the batch arrived, else the code. Who has no session yet gets one and tries again.
  async function attempt(batch: QueuedReport[], first = true): Promise<number | null> {
    try {
      await world.send(batch);
      return null;
    } catch (error) {
      const code = codeOf(error);
      if (code !== 401 || !first) return code;
      const known = await world.identify().then(
        () => true,
        () => false,
      );
      if (!known) return 0;
      // What waits belongs to whoever watches here: it goes along to the session that was opened now.
      write(readQueue(world.read(), null));
      return attempt(batch, false);
    }
  }

  return {
    note(report, now) {
      const at = new Date(world.now()).toISOString();
      write(queued(read(), { ...report, at }));
      if (failures > 0) return;
      if (inFlight.length > 0) again ||= now;
      else if (now || world.now() - lastSent >= pace) void send();
    },
    flush() {
      void send();
    },
  };
}

// The server will never take this batch, however often it is asked.
function isRefusal(code: number): boolean {
  return code === 400 || code === 404 || code === 413;
}

function codeOf(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "number" ? code : 0;
}
