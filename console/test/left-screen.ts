import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { vi } from "vitest";
import { showLanguage } from "../src/lib/messages.ts";

/** Gives the test what the code needs of a browser's tab: its events, and the English messages. */
export async function openTab(): Promise<void> {
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
  await showLanguage("en");
}

/**
 * Returns what a hook returns at its first render. A screen that is rendered to text takes no updates, as one that was left.
 * @param client what the screen has read
 */
export function leftScreen<T>(useHook: () => T, client = new QueryClient()): T {
  const results: T[] = [];
  function Screen() {
    results.push(useHook());
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen)));
  const [result] = results;
  if (result === undefined) throw new Error("Nothing was rendered.");
  return result;
}
