import type { CallName, ReportEvent } from "@cliffhanger/contract";
import { type CallOptions, call } from "./api.ts";
import { newEventId } from "./event-id.ts";

/** Events that go out together, at most. */
const batchSize = 50;

/** Milliseconds that an event waits for others, and the longest wait after a send that failed. */
const pace = 5000;
const longestPace = 5 * 60_000;

/** Events that wait while nothing can be sent; of more the oldest are given up. */
const kept = 200;

/** The outside world of the reports; tests bring their own. */
export interface ReportsWorld {
  /** Runs something later; answers how to call it off. */
  after(milliseconds: number, run: () => void): () => void;
  /** Sends a batch. Rejects with the answer's code, 0 where nothing answered. */
  send(list: ReportEvent[]): Promise<unknown>;
}

/** Tells the server what happened here, some events at a time and without a word about what went wrong. */
export interface Reports {
  report(event: ReportEvent): void;
  /** Sends what waits: the page goes away, or the connection is back. */
  flush(): void;
}

/** Builds the batching around a way to send. */
export function createReports(world: ReportsWorld): Reports {
  let waiting: ReportEvent[] = [];
  let callOff: (() => void) | null = null;
  let failures = 0;

  function plan(): void {
    if (waiting.length === 0) return;
    callOff ??= world.after(Math.min(longestPace, pace * 2 ** failures), flush);
  }

  async function send(batch: ReportEvent[]): Promise<void> {
    try {
      await world.send(batch);
      failures = 0;
    } catch (error) {
      // What the server refuses it will refuse again; what did not reach it waits.
      if (isRefusal(error)) return;
      failures += 1;
      waiting = [...batch, ...waiting].slice(-kept);
      plan();
    }
  }

  function flush(): void {
    callOff?.();
    callOff = null;
    const batch = waiting.splice(0, batchSize);
    if (batch.length === 0) return;
    void send(batch);
    plan();
  }

  return {
    report(event) {
      waiting.push(event);
      waiting = waiting.slice(-kept);
      if (waiting.length >= batchSize && failures === 0) flush();
      else plan();
    },
    flush,
  };
}

function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "number" && code >= 400 && code < 500 && code !== 429;
}

/** An event of now; its id is its name and the time (R98). */
export function newEvent(event: string, about: Omit<ReportEvent, "event" | "eventId" | "at">): ReportEvent {
  const now = Date.now();
  return { event, eventId: newEventId(event, now), at: new Date(now).toISOString(), ...about };
}

/** Sends events: a single one as GET (R83), several or one with measurements of playback as a batch. */
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

/** Reports an event of this page. Nothing waits for it, and nobody hears when it fails. */
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
