import type { HistoryReport } from "@cliffhanger/contract";
import {
  addToQueue,
  type QueuedReport,
  readQueue,
  type Viewer,
  withoutSent,
  writeQueue,
} from "./progress-queue.ts";

/** Milliseconds of playback between two requests. */
const SEND_INTERVAL_MS = 10_000;

/** The first and the longest wait after a failed request. */
const MIN_WAIT_MS = 5000;
const MAX_WAIT_MS = 5 * 60_000;

/** The code for reports of somebody whose session ended: they wait until that person signs in again. */
const OTHERS = 401;

/** The dependencies of the reporter; tests pass their own. */
export interface ReporterContext {
  now(): number;
  /** Schedules a function; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Sends a batch. Rejects with the answer's code, 0 without an answer. */
  send(list: QueuedReport[]): Promise<void>;
  /** Fetches the current user, which opens a session where there is none. */
  identify(): Promise<void>;
  /** The current user. */
  viewer(): Viewer;
  read(): string | null;
  write(text: string | null): void;
  /** Called after the server has accepted a batch. */
  onAccepted(): void;
}

/** Saves the viewer's position and reports it to the server in batches. */
export interface ProgressReporter {
  /** Records a position; `now` sends it at once, else it joins the next batch. */
  note(report: Omit<HistoryReport, "at">, now: boolean): void;
  /**
   * Returns `note` for a player that plays for the viewer of now. It records nothing once a member has signed out in another tab:
   * the position would become that of whoever uses the browser next.
   */
  viewing(): ProgressReporter["note"];
  /** Sends the waiting reports, regardless of earlier failures: the connection is back, or the page is being left. */
  flush(): void;
}

/** Creates a reporter over a queue that outlives the page. */
export function createProgressReporter(context: ReporterContext): ProgressReporter {
  let inFlight: QueuedReport[] = [];
  let isSendRequested = false;
  let lastSent = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;

  const read = () => readQueue(context.read(), context.viewer());
  const write = (list: QueuedReport[]) => context.write(writeQueue(context.read(), context.viewer(), list));

  function stopWaiting(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  async function send(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    // A request in flight outlives the page too, so only newer reports are sent.
    const batch = withoutSent(read(), inFlight);
    if (batch.length === 0) return;
    lastSent = context.now();
    inFlight = [...inFlight, ...batch];
    isSendRequested = false;
    const code = await attempt(batch);
    inFlight = inFlight.filter((report) => !batch.includes(report));
    if (code === null || code === OTHERS || isRefusal(code)) {
      if (code !== OTHERS) write(withoutSent(read(), batch));
      failures = 0;
      if (code === null) context.onAccepted();
      if (isSendRequested) void send();
      return;
    }
    failures += 1;
    const wait = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (failures - 1));
    stopWaiting();
    cancelTimer = context.after(wait, () => void send());
  }

  // Returns null when the batch was accepted, else the code. A viewer without a session gets one, and the batch is
  // sent again, unless it belongs to somebody whose session ended: it must not become the next guest's.
  async function attempt(batch: QueuedReport[], first = true): Promise<number | null> {
    const { id } = context.viewer();
    try {
      await context.send(batch);
      return null;
    } catch (error) {
      const code = codeOf(error);
      // Refused again with a new session, it is tried later.
      if (code === OTHERS && !first) return 0;
      if (code !== OTHERS) return code;
      const isIdentified = await context.identify().then(
        () => true,
        () => false,
      );
      if (!isIdentified) return 0;
      const own = read();
      if (id !== null && id !== context.viewer().id && !batch.every((report) => isIn(own, report)))
        return OTHERS;
      // They are this viewer's: made before there was an id, or by the guest who has signed in.
      write(own);
      return attempt(batch, false);
    }
  }

  const note: ProgressReporter["note"] = (report, now) => {
    const at = new Date(context.now()).toISOString();
    write(addToQueue(read(), { ...report, at }));
    if (failures > 0) return;
    if (inFlight.length > 0) isSendRequested ||= now;
    else if (now || context.now() - lastSent >= SEND_INTERVAL_MS) void send();
  };

  return {
    note,
    viewing() {
      let by = context.viewer();
      return (report, now) => {
        const viewer = context.viewer();
        if (by.isMember && viewer.id !== by.id) return;
        by = viewer;
        note(report, now);
      };
    },
    flush() {
      void send();
    },
  };
}

function isIn(list: readonly QueuedReport[], { episodeId, at }: QueuedReport): boolean {
  return list.some((one) => one.episodeId === episodeId && one.at >= at);
}

// The server would refuse this batch again.
function isRefusal(code: number): boolean {
  return code === 400 || code === 404 || code === 413;
}

function codeOf(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "number" ? code : 0;
}
