import { keepArrival } from "../lib/keep-arrival.ts";

// A script of its own, that asks for the app once what is seen stands (see code-tags.ts). It needs nothing else.
const { app = "", files = app } =
  document.querySelector<HTMLScriptElement>("script[data-app]")?.dataset ?? {};

window.early = new Set();
addEventListener("click", ({ target }) => {
  const button = (target as Element).closest("button");
  if (button) window.early?.add(button);
});
void begin();

async function begin(): Promise<void> {
  keepArrival();
  await drawn();
  const list = files.split(" ");
  for (const href of list) {
    const link = { rel: "modulepreload", href, fetchPriority: "low" };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
  // Each file is run by itself: on a slow phone all at once would hold up a finger for a fifth of a second.
  for (const file of list) {
    await run(file, 1000);
    await after(0);
  }
}

/** Runs a file; where the line breaks, again after a while, twice as long each time. */
function run(file: string, wait: number): Promise<unknown> {
  return import(/* @vite-ignore */ file).catch(() => after(wait).then(() => run(file, wait * 2)));
}

function after(wait: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, wait));
}

function drawn(): Promise<unknown> | undefined {
  // A page that nobody sees is not drawn. Whatever runs this code tells of the paint.
  if (document.hidden || performance.getEntriesByType("paint").length > 0) return undefined;
  return new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: "paint" }));
}
