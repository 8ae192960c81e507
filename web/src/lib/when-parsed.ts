/**
 * Resolves once the whole document is parsed. What the server writes last may still be on its way, above all where the code
 * comes from the browser's cache.
 */
export function whenParsed(): Promise<unknown> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("readystatechange", resolve, { once: true }));
}
