import type { User } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "./api.ts";
import { getUnsentLanding, markLandingSent } from "./landing.ts";
import { queryKey } from "./query-key.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useLanguage } from "./use-language.ts";
import { saveUser } from "./user-id.ts";

/**
 * Fetches the current user and saves the id for the next visit (R37, R39). Opens a guest session where there is none,
 * and reports the landing once. A change of language keeps the known user until the translated answer arrives.
 */
export function userQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user", language),
    queryFn: async ({ signal }) => {
      const user = await call("GET /api/user", getUnsentLanding(), { signal, quiet: true });
      markLandingSent();
      saveUser(user);
      return user;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/**
 * The current user as far as known: undefined until hydration, because the server's markup is the same for all users.
 */
export interface UserState {
  user: User | undefined;
  /** Whether the request failed. */
  failed: boolean;
  retry(): void;
}

/** Returns the current user with the request's state, for a screen that shows a failure. */
export function useUserState(): UserState {
  const isHydrated = useHydrated();
  const { data, isError, refetch } = useQuery(userQuery(useLanguage()));
  return { user: isHydrated ? data : undefined, failed: isHydrated && isError, retry: () => void refetch() };
}

/** Returns the current user; undefined until the server has answered. */
export function useUser(): User | undefined {
  return useUserState().user;
}

/**
 * Returns a function that reads the current user at the moment of a tap, so that the component need not rerender for
 * it.
 */
export function useUserReader(): () => User | undefined {
  const client = useQueryClient();
  const { queryKey: key } = userQuery(useLanguage());
  return () => client.getQueryData(key);
}
