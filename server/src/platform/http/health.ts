import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/db/database";
import type { Http } from "./server.ts";

/** Milliseconds for which connections are told to close before the server does. */
const drainMs = 1_500;
/** Milliseconds the database has to answer a readiness probe. */
const probeMs = 3_000;

/** Turns readiness off when the server is about to stop. */
export interface Health {
  /**
   * Readiness off, and `Connection: close` on every answer for a moment: a server that just closes resets the requests
   * that its keep-alive clients are sending. Returns at once where nobody is connected.
   */
  drain(): Promise<void>;
}

/** `/healthz`: the process lives. `/readyz`: it can serve, the database answers. */
export function registerHealth(http: Http, database: Database): Health {
  let stopping = false;
  const anyone = { config: { access: "anyone" as const } };
  http.get("/healthz", anyone, async (_request, reply) =>
    reply.header("cache-control", "no-store").type("text/plain").send("ok\n"),
  );
  http.get("/readyz", anyone, async (_request, reply) => {
    reply.header("cache-control", "no-store").type("text/plain");
    if (stopping) return reply.code(503).send("stopping\n");
    const answered = await Promise.race([
      database.pool.query("select 1").then(
        () => true,
        () => false,
      ),
      pause(probeMs, false, { ref: false }),
    ]);
    return answered ? reply.send("ready\n") : reply.code(503).send("the database does not answer\n");
  });
  http.addHook("onSend", (_request, reply, payload, done) => {
    if (stopping) reply.header("connection", "close");
    done(null, payload);
  });
  return {
    async drain() {
      stopping = true;
      const open = await new Promise<number>((resolve) => {
        http.server.getConnections((_error, count) => resolve(count ?? 0));
      });
      if (open > 0) await pause(drainMs);
    },
  };
}
