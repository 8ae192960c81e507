import type { Site } from "@cliffhanger/contract";
import type { QueryClient } from "@tanstack/react-query";
import { savesData } from "../lib/saves-data.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { yieldToMain } from "../lib/yield-to-main.ts";
import type { ScreenName } from "./routes.ts";

// The worker keeps what a visit without a line needs: that concerns who stays, and takes time from nobody's first tap.
const workerWaits = 3000;

/**
 * What waits until the first view stands, in the order in which it will be missed: links that hear a press, what the next
 * tap will need, as the page names it (`code-tags.ts`), books and pixels, and at last the service worker.
 */
export function fetchAhead(screen: ScreenName, client: QueryClient, site: Site): void {
  // Nothing depends on these: the tap itself would fetch them again, and say so if that fails.
  const fails = () => undefined;
  // Nothing but the gateway has any business where a card is entered.
  if (screen !== "orderEasy") {
    import("./press-ahead.ts").then((press) => press.watchPresses(client), fails);
    import("./after-paint.ts").then((after) => after.startAfterPaint(client, site), fails);
  }
  const { ahead } = document.querySelector<HTMLScriptElement>("script[data-app]")?.dataset ?? {};
  if (ahead && !savesData()) whenAnswered(client, () => void bring(ahead.split(" ")).catch(fails));
  if (import.meta.env.PROD)
    setTimeout(() => {
      import("../service-worker/register.ts").then((worker) => worker.registerWorker(), fails);
    }, workerWaits);
}

/**
 * Fetches files, then runs the scripts among them, each by itself so that a finger is heard. Styles are only fetched: they
 * would have all that is seen weighed anew, and come into the page with a press on a link (`press-ahead.ts`).
 */
async function bring(files: string[]): Promise<void> {
  const scripts = files.filter((file) => file.endsWith(".js"));
  for (const href of scripts) {
    const link = { rel: "modulepreload", href, fetchPriority: "low" };
    document.head.append(Object.assign(document.createElement("link"), link));
    await yieldToMain();
  }
  for (const href of files.filter((file) => !scripts.includes(file)))
    await fetch(href, { priority: "low" }).then((file) => file.text());
  await new Promise<void>((resolve) => whenIdle(resolve));
  for (const file of scripts) {
    await import(/* @vite-ignore */ file);
    await yieldToMain();
  }
}

// The player is large: what this screen itself still waits for comes, and is drawn, before it.
function whenAnswered(client: QueryClient, act: () => void): void {
  if (client.isFetching() === 0) {
    act();
    return;
  }
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    stop();
    whenIdle(act);
  });
}
