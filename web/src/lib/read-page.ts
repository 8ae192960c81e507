import type { PageElements } from "@cliffhanger/contract/page-state";

/** Reads one of the JSON elements that the server wrote into the page; null where the page has none. */
export function readPage<I extends keyof PageElements>(id: I): PageElements[I] | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as PageElements[I]) : null;
}
