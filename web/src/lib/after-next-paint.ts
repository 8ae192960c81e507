import { yieldToMain } from "./yield-to-main.ts";

/** Waits until the last change is painted, so that the response to an input comes before the work that it starts. */
export async function afterNextPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await yieldToMain();
}
