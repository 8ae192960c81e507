import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By then the first answers, which compile what they need, are sent. */
const AFTER_MS = 1_000;

/**
 * Gives the system back what only the start needed, once: the young generation grows while modules load, and V8 shrinks it only in a
 * collection that is to save memory. It blocks for about 60 ms. V8 has no other way to ask for it than `gc`, which the flag
 * `--expose-gc` defines (v8/src/extensions/gc-extension.cc); 110 MB become 104 (docs/decisions/0114-the-built-server.md).
 */
export function releaseStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: Record<string, string>) => void;
    setFlagsFromString("--no-expose-gc");
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, AFTER_MS).unref();
}
