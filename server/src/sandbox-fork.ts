import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Log } from "#platform/log";

const sandbox = join(import.meta.dirname, "../../sandbox/src");

/** A simulator's program and its arguments. */
export interface SimulatorProgram {
  /** Under sandbox/src. */
  file: string;
  args: string[];
  env?: Record<string, string>;
  /** The consequence of an unexpected end, for the log. */
  without: string;
  log: Log;
}

/** A simulator that runs as a separate process. */
export interface Running<T> {
  ready: T;
  stop(): Promise<void>;
}

/** How a simulator is started: as a process, or by tests in one that they share. */
export type StartSimulator = <T>(program: SimulatorProgram) => Promise<Running<T>>;

/** Starts a simulator and waits until it listens. Throws an error with a readable message if it does not start. */
export async function startSimulator<T>({
  file,
  args,
  env = {},
  without,
  log,
}: SimulatorProgram): Promise<Running<T>> {
  const child = fork(join(sandbox, file), args, {
    // Of our environment, which contains secrets, only where compiled code is kept: that halves the CPU of a start.
    env: { ...compileCache(), ...env },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(child, "exit");
  const first = once(child, "message") as Promise<[{ ready?: T; fault?: string }]>;
  const ended = exit.then((): [{ ready?: T; fault?: string }] => [
    { fault: "It ended before it was ready." },
  ]);
  const [{ ready, fault }] = await Promise.race([first, ended]);
  if (!ready) throw new Error(`The simulators did not start. ${fault ?? ""}`);
  let stopping = false;
  child.once("exit", () => {
    if (!stopping) log.warn(`Simulator ended: ${without}`);
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

function compileCache(): Record<string, string> {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** Returns the port of a simulator counted from the first one; 0 stays any free port. */
export function portAt(first: number, place: number): string {
  return String(first && first + place);
}
