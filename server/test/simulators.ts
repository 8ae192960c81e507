import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { inject } from "vitest";
import { type Running, type SimulatorProgram, startSimulator } from "../src/sandbox-fork.ts";

/**
 * Opens a simulator in the process that all test files share: a process for each would spend 0.8 s of CPU on its start, twice in
 * every test file of money. That each runs as a program is proved by the sandbox's own tests and by the demo's. The programs of
 * `npm run test:long` and `test:soak` have no such process, and start one for each simulator.
 */
export async function openSimulator<T>(program: SimulatorProgram): Promise<Running<T>> {
  if (process.env["VITEST"] === undefined) return startSimulator(program);
  const { file, args, env = {} } = program;
  const socket = connect({ port: inject("simulatorsPort"), host: "127.0.0.1" });
  const closed = once(socket, "close");
  const line = once(createInterface(socket), "line") as Promise<[string]>;
  socket.write(`${JSON.stringify({ file, args, env })}\n`);
  const [answer] = await Promise.race([line, closed.then(() => ['{"fault":"It ended."}'])]);
  const { ready, fault } = JSON.parse(answer ?? "{}") as { ready?: T; fault?: string };
  if (!ready) throw new Error(`The simulator ${file} did not start. ${fault ?? ""}`);
  return {
    ready,
    async stop() {
      socket.end();
      await closed;
    },
  };
}
