import type { ReportEvent } from "@cliffhanger/contract";
import { call } from "./api.ts";

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

/** An event of now, with an id of its own. */
export function newEvent(event: string, about: Omit<ReportEvent, "event" | "eventId" | "at">): ReportEvent {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { event, eventId: toHex(bytes), at: new Date().toISOString(), ...about };
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const reports = createReports({
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  // Every batch may outlive the page: nobody knows which one is the last.
  send: (list) => call("POST /api/reports", { list }, { keepalive: true, quiet: true }),
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
