import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { LanguageContext } from "../src/lib/use-language.ts";

/** Returns what a hook returns at its first render, on a page in English, by what a client has cached. */
export function rendered<T>(useHook: () => T, client = new QueryClient()): T {
  const results: T[] = [];
  function Probe() {
    results.push(useHook());
    return null;
  }
  const text = createElement(
    LanguageContext,
    { value: { language: "en", t: (id) => id } },
    createElement(Probe),
  );
  renderToString(createElement(QueryClientProvider, { client }, text));
  const [result] = results;
  if (result === undefined) throw new Error("Nothing was rendered.");
  return result;
}
