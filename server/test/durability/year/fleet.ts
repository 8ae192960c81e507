import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/free-port";
import type { CrashPoint } from "../../faults.ts";
import type { Order, Reply } from "./node.ts";

/** A node in a process of its own, which is started again whenever it dies. */
export interface FleetNode {
  port: number;
  /** Resolves when it answers requests. */
  ready(): Promise<void>;
  isUp(): boolean;
  /** Does what is due, and returns how much that was. At least 1 where the node died meanwhile: ask its successor. */
  work(): Promise<number>;
  /** Lets it die by SIGKILL when a charge comes to a step; at once without one. */
  kill(step?: CrashPoint): void;
  /** How often it was killed. */
  kills(): number;
  stop(): Promise<void>;
  /** The last lines that it logged. */
  log(): string;
}

/** How long a node may work before the run fails: a busy machine is slow. */
const WORK_MS = 10 * 60_000;

/** Starts a node with settings of its own. */
export async function startFleetNode(env: Record<string, string>): Promise<FleetNode> {
  const port = await freePort();
  let child: ChildProcess;
  let ready: PromiseWithResolvers<void>;
  let up = false;
  let stopping = false;
  let kills = 0;
  let orders = 0;
  let said = "";

  const start = () => {
    ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    child = fork(join(import.meta.dirname, "node.ts"), [], {
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-20_000);
      });
    child.on("message", (reply: Reply) => {
      if (!("ready" in reply)) return;
      up = true;
      ready.resolve();
    });
    child.once("exit", (_code, signal) => {
      const wasUp = up;
      up = false;
      if (stopping) return;
      if (signal === "SIGKILL") kills += 1;
      else if (!wasUp) return ready.reject(new Error(`A node ended at its start:\n${said}`));
      start();
    });
  };
  start();

  return {
    port,
    ready: () => ready.promise,
    isUp: () => up,
    kills: () => kills,
    log: () => said,
    async work() {
      if (!up) return 1;
      orders += 1;
      const id = orders;
      const { promise, resolve } = Promise.withResolvers<number>();
      const of = child;
      const hear = (reply: Reply) => {
        if ("worked" in reply && reply.worked === id) resolve(reply.done);
      };
      const gone = () => resolve(1);
      of.on("message", hear);
      of.once("exit", gone);
      send(of, { work: id });
      const done = await Promise.race([promise, pause(WORK_MS, -1, { ref: false })]);
      of.off("message", hear);
      of.off("exit", gone);
      if (done < 0) throw new Error(`A node did not come to an end of its work:\n${said}`);
      return done;
    },
    kill(step) {
      if (step === undefined) child.kill("SIGKILL");
      else send(child, { killAt: step });
    },
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Sends an order. A child that died a moment ago cannot take it; its `exit` event says so. */
function send(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => undefined);
}
