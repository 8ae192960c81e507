import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import { openProbe } from "#platform/db/probe";
import type { Log } from "#platform/log";
import type { Http } from "./server.ts";

/** How often the node checks itself; probes are answered from memory. */
const CHECK_EVERY_MS = 2_000;
/** Milliseconds that the database has to answer. */
const TIMEOUT_MS = 1_000;
/** How long missing media only degrades a node that needs it: pages and purchases still work. */
const MEDIA_GRACE_MS = 5 * 60_000;

/** Turns readiness off when the server is about to stop. */
export interface Health {
  /** Makes `/readyz` answer "stopping" from now on. */
  stop(): void;
}

/** What readiness depends on. */
export interface HealthOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Returns whether the media storage is available. */
  storage: () => Promise<boolean>;
  /** Whether a node without media leaves service after a while. */
  needsMedia: boolean;
}

/**
 * Registers `/healthz`, which answers while the process lives, and `/readyz`, which tells whether it can serve; one
 * line says what is wrong.
 */
export function registerHealth(
  http: Http,
  { database, clock, log, storage, needsMedia }: HealthOptions,
): Health {
  const probe = openProbe(database, log);
  let stopping = false;
  let fault: string | null = null;
  let mediaMissingSince: number | null = null;
  let checking: Promise<void> | null = null;
  let checked = false;

  async function check(): Promise<void> {
    const databaseTimeoutMs = pause(TIMEOUT_MS, "the database does not answer", { ref: false });
    const [found, hasMedia] = await Promise.all([
      Promise.race([probe.fault(), databaseTimeoutMs]),
      Promise.race([storage(), pause(TIMEOUT_MS, false, { ref: false })]),
    ]);
    if (found !== fault) {
      if (found === null) log.info("Ready again");
      else log.warn(`Not ready: ${found}`);
    }
    fault = found;
    if (hasMedia) mediaMissingSince = null;
    else if (mediaMissingSince === null) {
      mediaMissingSince = clock.now().getTime();
      log.error("Media storage is missing; playback fails until it is back");
    }
    checked = true;
  }
  /** Runs one check at a time: a check that hangs is not joined by others. */
  async function checkNow(): Promise<void> {
    checking ??= check().finally(() => {
      checking = null;
    });
    await checking;
  }
  function answer(): { code: number; text: string } {
    if (stopping) return { code: 503, text: "stopping" };
    if (fault !== null) return { code: 503, text: fault };
    if (mediaMissingSince === null) return { code: 200, text: "ready" };
    const isLong = clock.now().getTime() - mediaMissingSince > MEDIA_GRACE_MS;
    if (needsMedia && isLong) return { code: 503, text: "the media storage is missing" };
    return { code: 200, text: "ready\ndegraded: media" };
  }

  const timer = setInterval(() => void checkNow(), CHECK_EVERY_MS).unref();
  const anyone = { config: { access: "anyone" as const } };
  http.get("/healthz", anyone, async (_request, reply) =>
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("ok\n"),
  );
  http.get("/readyz", anyone, async (_request, reply) => {
    if (!checked && !stopping) await checkNow();
    const { code, text } = answer();
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .code(code)
      .send(`${text}\n`);
  });
  http.addHook("onClose", async () => {
    clearInterval(timer);
    await probe.close();
  });
  return {
    stop() {
      stopping = true;
    },
  };
}
