import type { BootPlan } from "@cliffhanger/contract/page-state";
import { whenIdle } from "../../lib/when-idle.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";

/**
 * Fetches files, then evaluates the scripts, each in its own task so that input is handled between them. Styles are only
 * fetched: inserting a style sheet recalculates the styles of the whole page, so a press on a link does it
 * (`prefetch-on-press.ts`).
 */
export async function prefetch({ scripts, styles }: BootPlan["prefetch"]): Promise<void> {
  for (const href of scripts) {
    const link = { rel: "modulepreload", href, fetchPriority: "low" };
    document.head.append(Object.assign(document.createElement("link"), link));
    await yieldToMain();
  }
  for (const href of styles) await fetch(href, { priority: "low" }).then((file) => file.text());
  await new Promise<void>((resolve) => whenIdle(resolve));
  for (const file of scripts) {
    await import(/* @vite-ignore */ file);
    await yieldToMain();
  }
}
