import type { CallName, User } from "@cliffhanger/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { pageContext } from "./api.ts";
import { storage } from "./storage.ts";

/** Answers that are the same for every user; all others are per-user and are reset with the session. */
const sharedQueries: readonly CallName[] = [
  "GET /api/config",
  "GET /api/homepage",
  "GET /api/homepage/query",
  "GET /api/tag",
  "GET /api/page",
  "GET /api/search/trending",
];

const channel = openChannel();

/**
 * Resets all per-user data after a sign-in or sign-out, refetches what is shown, and has the browser's other tabs read theirs
 * again. Resolves when the new answers are here.
 */
export function changeUser(client: QueryClient): Promise<void> {
  announceUser();
  return resetUserQueries(client);
}

/** Has the browser's other tabs read all per-user data again, for a sign-in after which this page is left. */
export function announceUser(): void {
  channel?.postMessage("");
}

/**
 * Handles session changes elsewhere: another tab signs in or out, a call finds the session gone (once, R38), or this page was
 * left, and the browser's way back shows it as it was.
 */
export function watchSession(client: QueryClient): void {
  if (channel) channel.onmessage = () => void followUser(client);
  globalThis.addEventListener?.("pageshow", ({ persisted }: PageTransitionEvent) => {
    if (persisted && isOutdated(client)) void resetUserQueries(client);
  });
  pageContext.signInRequired = () => {
    const known = client.getQueriesData<User>({ queryKey: ["GET /api/user"] });
    // Screens ask guests to sign in; only a member whose session is gone needs a reset.
    if (known.some(([, user]) => user?.kind === "member")) void resetUserQueries(client);
  };
}

// Without local storage, its memory still holds the user of this page.
function isOutdated(client: QueryClient): boolean {
  const known = client.getQueriesData<User>({ queryKey: ["GET /api/user"] });
  const [id, kind] = [storage.get("userId"), storage.get("userKind")];
  return known.some(([, user]) => user && (user.id !== id || user.kind !== kind));
}

// What a guest had becomes the member's who signs in, so it stays while it is read again, and an episode plays on. What a
// member had goes at once.
function followUser(client: QueryClient): Promise<void> {
  const known = client.getQueriesData<User>({ queryKey: ["GET /api/user"] });
  const isGuest = known.length > 0 && known.every(([, user]) => user?.kind === "guest");
  return isGuest ? client.invalidateQueries(userQueries) : resetUserQueries(client);
}

const userQueries = {
  predicate: ({ queryKey }: { queryKey: QueryKey }) => !sharedQueries.includes(queryKey[0] as CallName),
};

function resetUserQueries(client: QueryClient): Promise<void> {
  return client.resetQueries(userQueries);
}

// A browser that blocks storage blocks this too, by throwing.
function openChannel(): BroadcastChannel | null {
  try {
    return typeof window === "undefined" ? null : new BroadcastChannel("session");
  } catch {
    return null;
  }
}
