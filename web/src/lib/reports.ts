import type { CallName, ReportEvent } from "@cliffhanger/contract";
import { type CallOptions, call } from "./api.ts";
import { newEventId } from "./event-id.ts";

/** The most events in one request. */
const BATCH_SIZE = 50;

/** How long an event waits for others, and the longest wait after failed requests. */
const BATCH_DELAY_MS = 5000;
const MAX_DELAY_MS = 5 * 60_000;

/** The most events that wait while none can be sent; beyond it the oldest are dropped. */
const MAX_WAITING = 200;

/** The dependencies of the event reports; tests pass their own. */
export interface ReportsContext {
  /** Schedules a function; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Sends a batch. Rejects with the answer's code, 0 without an answer. */
  send(list: ReportEvent[]): Promise<unknown>;
}

/** Reports events to the server in batches, without showing failures. */
export interface Reports {
  report(event: ReportEvent): void;
  /** Sends the waiting events: the page is being left, or the connection is back. */
  flush(): void;
}

/** Creates the batching around a way to send. */
export function createReports(context: ReportsContext): Reports {
  let waiting: ReportEvent[] = [];
  let cancelTimer: (() => void) | null = null;
  let failures = 0;

  function schedule(): void {
    if (waiting.length === 0) return;
    cancelTimer ??= context.after(Math.min(MAX_DELAY_MS, BATCH_DELAY_MS * 2 ** failures), flush);
  }

  async function send(batch: ReportEvent[]): Promise<void> {
    try {
      await context.send(batch);
      failures = 0;
    } catch (error) {
      // The server would refuse a refused batch again; one that did not reach it waits.
      if (isRefusal(error)) return;
      failures += 1;
      waiting = [...batch, ...waiting].slice(-MAX_WAITING);
      schedule();
    }
  }

  function flush(): void {
    cancelTimer?.();
    cancelTimer = null;
    const batch = waiting.splice(0, BATCH_SIZE);
    if (batch.length === 0) return;
    void send(batch);
    schedule();
  }

  return {
    report(event) {
      waiting.push(event);
      waiting = waiting.slice(-MAX_WAITING);
      if (waiting.length >= BATCH_SIZE && failures === 0) flush();
      else schedule();
    },
    flush,
  };
}

function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "number" && code >= 400 && code < 500 && code !== 429;
}

/** Creates an event of now; its id is its name and the time (R98). */
export function newEvent(event: string, about: Omit<ReportEvent, "event" | "eventId" | "at">): ReportEvent {
  const now = Date.now();
  return { event, eventId: newEventId(event, now), at: new Date(now).toISOString(), ...about };
}

/** Sends events: a single one as GET (R83), several, or one with playback measurements, as a batch. */
export async function sendReports(
  list: readonly ReportEvent[],
  send: (name: CallName, params: object, options: CallOptions) => Promise<unknown> = call,
): Promise<void> {
  // Any request may be the page's last one, so each may outlive the page.
  const options = { keepalive: true, quiet: true };
  const [first] = list;
  if (!first || list.length > 1 || first.props) {
    await send("POST /api/reports", { list: [...list] }, options);
    return;
  }
  const { props: _none, value, ...rest } = first;
  await send("GET /api/reports", value === undefined ? rest : { ...rest, value: String(value) }, options);
}

const reports = createReports({
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  send: (list) => sendReports(list),
});

/** Reports an event of this page without waiting for it; failures stay silent. */
export function report(event: ReportEvent): void {
  reports.report(event);
}

if (typeof window !== "undefined") {
  window.addEventListener("online", reports.flush);
  window.addEventListener("pagehide", reports.flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") reports.flush();
  });
}
