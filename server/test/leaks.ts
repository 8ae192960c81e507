import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** The time allowed for resources that end a little after their owner has closed them. */
const TIMEOUT_MS = 5_000;
const CONNECTIONS = Symbol.for("cliffhanger.test.connections");

interface Tracked {
  [CONNECTIONS]?: Set<pg.Client>;
}

/**
 * Returns the database connections that this process has open. Tracking starts at the first call and is shared by all
 * instances of this module in one process, of which each test file has one.
 */
export function trackConnections(): ReadonlySet<pg.Client> {
  const tracked = pg.Client.prototype as Tracked;
  const known = tracked[CONNECTIONS];
  if (known) return known;
  const open = new Set<pg.Client>();
  tracked[CONNECTIONS] = open;
  const connect = pg.Client.prototype.connect as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
    open.add(this);
    this.once("end", () => open.delete(this));
    return connect.apply(this, args);
  } as typeof pg.Client.prototype.connect;
  return open;
}

/** Counts the listening servers and running child processes, by kind. */
function runningHandles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (kind === "TCPServerWrap" || kind === "ProcessWrap") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const NAMES: Record<string, string> = { TCPServerWrap: "listening servers", ProcessWrap: "child processes" };

/** Records what is open now. Returns a function that waits for later resources to end and throws when some stay open. */
export function watchLeaks(): (timeoutMs?: number) => Promise<void> {
  const connections = trackConnections();
  const before = new Set(connections);
  const handlesBefore = runningHandles();
  const leaks = () => {
    const found: string[] = [];
    const left = [...connections].filter((client) => !before.has(client));
    if (left.length > 0) {
      const databases = new Set(left.map((client) => client.database));
      found.push(`${left.length} database connections (${[...databases].join(", ")})`);
    }
    for (const [kind, count] of runningHandles()) {
      const more = count - (handlesBefore.get(kind) ?? 0);
      if (more > 0) found.push(`${more} ${NAMES[kind]}`);
    }
    return found;
  };
  return async (timeoutMs = TIMEOUT_MS) => {
    const late = performance.now() + timeoutMs;
    while (leaks().length > 0 && performance.now() < late) await pause(10);
    const left = leaks();
    if (left.length === 0) return;
    throw new Error(
      `This file left open: ${left.join(", ")}. Close every app, pool, server and process that it started.`,
    );
  };
}
