import type { User } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "./api.ts";
import { landingTold, untoldLanding } from "./landing.ts";
import { queryKey } from "./query-key.ts";
import { storage } from "./storage.ts";
import { useHydrated } from "./use-hydrated.ts";
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

/** What is known of whoever uses the page: nothing while the server's markup, which knows nobody, is taken over. */
export interface UserState {
  user: User | undefined;
  /** The server could not say. */
  failed: boolean;
  retry(): void;
}

/** Whoever uses the page, where a screen says so if that cannot be had. */
export function useUserState(): UserState {
  const alive = useHydrated();
  const { data, isError, refetch } = useQuery(userQuery(useLanguage()));
  return { user: alive ? data : undefined, failed: alive && isError, retry: () => void refetch() };
}

/** Whoever uses the page; undefined until the server has said so. */
export function useUser(): User | undefined {
  return useUserState().user;
}

/** Reads who uses the page at the moment of a tap; whoever only acts on it need not be drawn anew when it is known. */
export function useUserReader(): () => User | undefined {
  const client = useQueryClient();
  const { queryKey: key } = userQuery(useLanguage());
  return () => client.getQueryData(key);
}
