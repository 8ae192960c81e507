import { yieldToMain } from "./yield-to-main.ts";

/** Waits until what was just changed is on the screen: an answer to a finger comes before the work that it asked for. */
export async function afterNextPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await yieldToMain();
}
