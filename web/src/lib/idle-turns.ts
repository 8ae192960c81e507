import { whenIdle } from "./when-idle.ts";

const waiting = new Set<() => void>();
let isRunning = false;

/** Runs work once the browser is idle, after what was given before, each in a turn of its own. Returns how to cancel it. */
export function whenIdleInTurn(work: () => void): () => void {
  waiting.add(work);
  if (!isRunning) {
    isRunning = true;
    whenIdle(runNext);
  }
  return () => void waiting.delete(work);
}

function runNext(): void {
  const [work] = waiting;
  if (!work) {
    isRunning = false;
    return;
  }
  waiting.delete(work);
  work();
  whenIdle(runNext);
}
