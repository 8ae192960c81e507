import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Log } from "#platform/log";

const sandbox = join(import.meta.dirname, "../../sandbox/src");

/** A stand-in's program, and what it is told. */
export interface StandIn {
  /** Under sandbox/src. */
  file: string;
  args: string[];
  env?: Record<string, string>;
  /** What is missed when it ends by itself. */
  without: string;
  log: Log;
}

/** A stand-in that runs in a process of its own. */
export interface Running<T> {
  ready: T;
  stop(): Promise<void>;
}

/** Starts a stand-in and waits until it listens. Throws what is in its way, as a sentence. */
export async function startStandIn<T>({ file, args, env = {}, without, log }: StandIn): Promise<Running<T>> {
  const child = fork(join(sandbox, file), args, {
    // Nothing of our environment: it holds secrets, and the stand-ins know nothing of us.
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(child, "exit");
  const first = once(child, "message") as Promise<[{ ready?: T; fault?: string }]>;
  const ended = exit.then((): [{ ready?: T; fault?: string }] => [
    { fault: "They ended before they were ready." },
  ]);
  const [{ ready, fault }] = await Promise.race([first, ended]);
  if (!ready) throw new Error(`The stand-ins for the outside world did not start. ${fault ?? ""}`);
  let stopping = false;
  child.once("exit", () => {
    if (!stopping) log.warn(`A stand-in for the outside world ended: ${without}`);
  });
  return {
    ready,
    async stop() {
      stopping = true;
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}

/** The port of a stand-in counted from the first one; 0 stays any free port. */
export function portAt(first: number, place: number): string {
  return String(first && first + place);
}
