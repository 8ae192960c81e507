import type { CallName, User } from "@cliffhanger/contract";
import type { QueryClient } from "@tanstack/react-query";
import { pageWorld } from "./api.ts";

/** Answers that are the same for everybody; all others are somebody's and go with them. */
const everybodys: readonly CallName[] = [
  "GET /api/config",
  "GET /api/homepage",
  "GET /api/homepage/query",
  "GET /api/tag",
  "GET /api/page",
  "GET /api/search/trending",
];

const channel = openChannel();

/**
 * Somebody else uses the page from now on: forgets everything personal, asks anew for what is in view, and has the
 * browser's other tabs do the same. Resolves when the new answers are here.
 */
export function changePerson(client: QueryClient): Promise<void> {
  channel?.postMessage("");
  return forgetPerson(client);
}

/** Minds sessions that change elsewhere: another tab signs in or out, or a call finds the session gone (once, R38). */
export function watchSession(client: QueryClient): void {
  if (channel) channel.onmessage = () => void forgetPerson(client);
  pageWorld.signInRequired = () => {
    const known = client.getQueriesData<User>({ queryKey: ["GET /api/user"] });
    // A guest is asked to sign in by the screens; only a member who no longer is one needs a new start.
    if (known.some(([, user]) => user?.kind === "member")) void forgetPerson(client);
  };
}

function forgetPerson(client: QueryClient): Promise<void> {
  return client.resetQueries({ predicate: ({ queryKey }) => !everybodys.includes(queryKey[0] as CallName) });
}

// A browser that refuses storage refuses this too, by throwing.
function openChannel(): BroadcastChannel | null {
  try {
    return typeof window === "undefined" ? null : new BroadcastChannel("session");
  } catch {
    return null;
  }
}
