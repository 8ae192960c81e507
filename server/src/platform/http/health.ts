import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import type { Notifications } from "#platform/db/listen";
import { openProbe } from "#platform/db/probe";
import { isClockRight, sentenceOfOffset } from "#platform/db/verified-clock";
import type { Log } from "#platform/log";
import type { Http } from "./server.ts";

/** How often the node checks itself; probes are answered from memory. */
const CHECK_EVERY_MS = 2_000;
/** Milliseconds that the media storage has to answer. */
const TIMEOUT_MS = 1_000;
/** How long missing media only degrades a node that needs it: pages and purchases still work. */
const MEDIA_GRACE_MS = 5 * 60_000;
/** How long notifications may be missing: what is cached is checked every few seconds as well. */
const SILENCE_MS = 60_000;
/** A process whose event loop has not turned for this long does not live. */
const STALLED_MS = 5_000;
const TURN_EVERY_MS = 500;

/** Turns readiness off when the server is about to stop. */
export interface Health {
  /** Makes `/readyz` answer "stopping" from now on. */
  stop(): void;
}

/** What readiness depends on. */
export interface HealthOptions {
  database: Pick<Database, "url" | "isPooled">;
  notifications: Pick<Notifications, "silentMs">;
  clock: Clock;
  log: Log;
  /** Returns whether the media storage is available. */
  storage: () => Promise<boolean>;
  /** Whether a node without media leaves service after a while. */
  needsMedia: boolean;
}

/** A condition that does not hold: its word, and what it means. */
type Fault = `${"database" | "read-only" | "clock" | "notifications" | "media"}: ${string}`;

/**
 * Registers `/healthz`, which answers while the event loop turns, and `/readyz`, which tells whether the process can
 * serve. Its one line begins with the word of the condition that failed.
 */
export function registerHealth(http: Http, options: HealthOptions): Health {
  const state = watch(options);
  let stopping = false;
  let turnedAt = performance.now();
  const turn = setInterval(() => {
    turnedAt = performance.now();
  }, TURN_EVERY_MS).unref();

  async function answer(): Promise<{ code: number; text: string }> {
    if (stopping) return { code: 503, text: "stopping" };
    await state.checked();
    const fault = state.fault();
    if (fault !== null) return { code: 503, text: fault };
    return { code: 200, text: state.isMediaMissing() ? "ready\ndegraded: media" : "ready" };
  }
  const anyone = { config: { access: "anyone" as const } };
  http.get("/healthz", anyone, async (_request, reply) => {
    const isStalled = performance.now() - turnedAt > STALLED_MS;
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .code(isStalled ? 503 : 200)
      .send(isStalled ? "stalled\n" : "ok\n");
  });
  http.get("/readyz", anyone, async (_request, reply) => {
    const { code, text } = await answer();
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .code(code)
      .send(`${text}\n`);
  });
  http.addHook("onClose", async () => {
    clearInterval(turn);
    await state.close();
  });
  return {
    stop() {
      stopping = true;
    },
  };
}

/** What the background check found last. */
interface State {
  /** Resolves once the first check has ended. */
  checked(): Promise<void>;
  fault(): Fault | null;
  isMediaMissing(): boolean;
  close(): Promise<void>;
}

function watch({ database, notifications, clock, log, storage, needsMedia }: HealthOptions): State {
  const probe = openProbe(database, clock, log);
  let found: Fault | null = null;
  let logged: Fault | null = null;
  let mediaMissingSince: number | null = null;
  let checking: Promise<void> | null = null;
  let hasChecked = false;

  async function check(): Promise<void> {
    const [result, hasMedia] = await Promise.all([
      probe.check(),
      Promise.race([storage(), pause(TIMEOUT_MS, false, { ref: false })]),
    ]);
    if (result === null) found = "database: it does not answer";
    else if (result.readOnly) found = "read-only: the database takes no writes";
    else if (!isClockRight(result.clockOffsetMs))
      found = `clock: this machine's ${sentenceOfOffset(result.clockOffsetMs)}`;
    else found = null;
    if (hasMedia) mediaMissingSince = null;
    else if (mediaMissingSince === null) {
      mediaMissingSince = clock.now().getTime();
      log.error("Media storage is missing; playback fails until it is back");
    }
    hasChecked = true;
    note(fault());
  }
  /** Logs when a condition begins to fail and when all hold again; not each time that its figures change. */
  function note(fault: Fault | null): void {
    if (wordOf(fault) === wordOf(logged)) return;
    logged = fault;
    if (fault === null) log.info("Ready again");
    else if (wordOf(fault) === "clock")
      log.error(
        { fault },
        "Not ready: the clock is wrong; this node charges and removes nothing until it is right",
      );
    else log.warn({ fault }, "Not ready");
  }
  function fault(): Fault | null {
    if (found !== null) return found;
    if (notifications.silentMs() > SILENCE_MS) return "notifications: none arrive from the other nodes";
    const isLong = mediaMissingSince !== null && clock.now().getTime() - mediaMissingSince > MEDIA_GRACE_MS;
    return needsMedia && isLong ? "media: the storage is missing" : null;
  }
  /** Runs one check at a time: a check that hangs is not joined by others. */
  async function checkNow(): Promise<void> {
    checking ??= check().finally(() => {
      checking = null;
    });
    await checking;
  }
  const timer = setInterval(() => void checkNow(), CHECK_EVERY_MS).unref();
  return {
    checked: async () => {
      if (!hasChecked) await checkNow();
    },
    fault,
    isMediaMissing: () => mediaMissingSince !== null,
    async close() {
      clearInterval(timer);
      await probe.close();
    },
  };
}

function wordOf(fault: Fault | null): string | null {
  return fault?.split(":", 1)[0] ?? null;
}
