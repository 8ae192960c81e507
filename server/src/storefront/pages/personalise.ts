import type { CachedResponse } from "#platform/http/cached-response";
import type { InlinedQuery } from "../shell.ts";

/** The text of a page with this viewer's data in its place. `<` is escaped, so that no text can end the element. */
export function personalise(document: CachedResponse, personal: InlinedQuery[]): string {
  const json = JSON.stringify({ queries: personal }).replaceAll("<", "\\u003c");
  const element = `<script type="application/json" id="private-state">${json}</script>`;
  return document.body.toString().replace("<!--private-->", () => element);
}
