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
  /** The path looks right but leads to nothing: the page carries HTTP 404. */
  notFound: boolean;
}

/** What the server inlines as `#private-state`: answers of this viewer alone. */
export interface PrivateState {
  queries: SeededQuery[];
}

/** Puts answers that came with the page where the screens look for them. */
export function seedQueries(client: QueryClient, language: Language, queries: readonly SeededQuery[]): void {
  for (const { name, params, result } of queries) client.setQueryData(queryKey(name, language, params), result);
}
