import { saveLandingQuery } from "../lib/save-landing-query.ts";

// A script of its own, that asks for the app once what is seen stands (see code-tags.ts). It needs nothing else.
const {
  app = "",
  files = app,
  soon,
} = document.querySelector<HTMLScriptElement>("script[data-app]")?.dataset ?? {};
/** How long the line took to bring this very script, in milliseconds; what nobody knows is slow. */
const { duration = 1e3 } = performance.getEntriesByName(import.meta.url)[0] ?? {};

window.early = new Set();
addEventListener("click", ({ target }) => {
  const button = (target as Element).closest("button");
  if (button) window.early?.add(button);
});
void begin();

async function begin(): Promise<void> {
  saveLandingQuery();
  // A film waits for its code: on a slow line that comes at once. On a fast one it loses nothing by letting the paint go first.
  if (soon !== "" || duration < 200) await Promise.race([drawn(), after(9e3)]);
  const list = files.split(" ");
  for (const href of list) {
    const link = { rel: "modulepreload", href, fetchPriority: "low" };
    document.head.append(Object.assign(document.createElement("link"), link));
    await after(0);
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

/** Resolves once something is painted, at once where it was. A page that nobody sees yet waits to be seen. */
function drawn(): Promise<unknown> {
  return new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }),
  );
}
