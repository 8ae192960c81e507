import type { User } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "./api.ts";
import { landingTold, untoldLanding } from "./landing.ts";
import { queryKey } from "./query-key.ts";
import { storage } from "./storage.ts";
import { useLanguage } from "./use-language.ts";

/**
 * Whoever uses the page; the id is kept for the next visit (R37, R39). Opens a guest session where there is none, and
 * tells how they came, once. A change of language changes only the words in it: until they come, the person stays known.
 */
export function userQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user", language),
    queryFn: async ({ signal }) => {
      const user = await call("GET /api/user", untoldLanding(), { signal, quiet: true });
      landingTold();
      storage.set("userId", user.id);
      return user;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** Whoever uses the page; undefined until the server has said so, and on the server itself. */
export function useUser(): User | undefined {
  return useQuery(userQuery(useLanguage())).data;
}
