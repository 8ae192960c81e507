import { keepArrival } from "../lib/keep-arrival.ts";

// A script of its own, that asks for the app once what is seen stands (see code-tags.ts). It needs nothing else.
const { app = "", files = app } =
  document.querySelector<HTMLScriptElement>("script[data-app]")?.dataset ?? {};

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
    await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function drawn(): Promise<unknown> | undefined {
  // A page that nobody sees is not drawn. Whatever runs this code tells of the paint.
  if (document.hidden || performance.getEntriesByType("paint").length > 0) return undefined;
  return new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: "paint" }));
}
