import type { User } from "@cliffhanger/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { useUserState } from "../lib/user.ts";

/** Returns whether the member who opened a page is a guest now: their session has ended, or they signed out in another tab. */
export function useSessionEnded(user: User | undefined): boolean {
  const [wasMember, setWasMember] = useState(false);
  if (user?.kind === "member" && !wasMember) setWasMember(true);
  return wasMember && user?.kind === "guest";
}

/**
 * Returns who asked for an order that is not theirs. Of a member the server is asked once more: calls that guests may make do not
 * say that a session has ended.
 */
export function useAskedAgain(): User | undefined {
  const { user, retry } = useUserState();
  const kind = user?.kind;
  const askAgain = useEffectEvent(retry);
  useEffect(() => {
    if (kind === "member") askAgain();
  }, [kind]);
  return user;
}
