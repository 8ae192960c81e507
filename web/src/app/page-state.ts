import type { CallName, Site } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { QueryClient } from "@tanstack/react-query";
import { queryKey } from "../lib/query-key.ts";

/** An answer that the page brings along: `result` is the call's info or data. */
export interface SeededQuery {
  name: CallName;
  params: Record<string, string>;
  result: unknown;
}

/** What the server inlines as `#state`, so that the first view needs no call. */
export interface PageState {
  language: Language;
  site: Site;
  queries: SeededQuery[];
  /** How the page's language says the counts in them. */
  counts: Record<string, string>;
  /** The path looks right but leads to nothing: the page carries HTTP 404. */
  notFound: boolean;
}

/** What the server inlines as `#private-state`: answers of this viewer alone. */
export interface PrivateState {
  queries: SeededQuery[];
}

/** Puts answers that came with the page where the screens look for them; one with a `page` begins a list of pages. */
export function seedQueries(client: QueryClient, language: Language, queries: readonly SeededQuery[]): void {
  for (const { name, params, result } of queries) {
    const { page, ...rest } = params;
    const data = page === undefined ? result : { pages: [result], pageParams: [Number(page)] };
    client.setQueryData(queryKey(name, language, rest), data);
  }
}
