import type { Data } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../../lib/use-language.ts";
import { suggestionsQuery } from "./queries.ts";
import type { Choice } from "./suggestion-list.tsx";
import { useDebounced } from "./use-debounced.ts";

/** Long enough for the next key press to come first. */
const DEBOUNCE_MS = 120;
const MAX_NAMES = 5;

interface Suggestions {
  /** Whether the list is shown: it stays closed until the first answer. */
  open: boolean;
  choices: Choice[];
  /** Whether the choices are still those of an earlier keyword. */
  stale: boolean;
}

/** Returns the suggestions for a keyword while it is being typed. */
export function useSuggestions(keyword: string, typing: boolean): Suggestions {
  const debounced = useDebounced(keyword, DEBOUNCE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...suggestionsQuery(debounced, useLanguage()),
    ...(typing ? {} : { enabled: false }),
  });
  if (!typing || keyword === "" || data === undefined)
    return { open: false, choices: [], stale: isPlaceholderData };
  const choices: Choice[] = [
    ...namesWithoutSeries(data).map((name) => ({ kind: "keyword" as const, name })),
    ...data.list.map((series) => ({ kind: "series" as const, series })),
  ];
  return { open: true, choices, stale: isPlaceholderData };
}

/** Returns the suggested names that are not titles of the listed series, which would show them twice. */
function namesWithoutSeries({ list, suggestions = [] }: Data<"GET /api/homepage/query">): string[] {
  const titles = new Set(list.map(({ title }) => title));
  return suggestions.filter((name) => !titles.has(name)).slice(0, MAX_NAMES);
}
