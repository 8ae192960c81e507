import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";
import { type Searched, search } from "./search.ts";

/** Registers search over everything. */
export function registerSearch(http: Http, searched: Searched): void {
  handleConsoleCall(http, "GET /api/console/search", async ({ operator, query, language }) => ({
    info: { hits: await search(searched, { operator, text: query.q ?? "", language }) },
  }));
}
