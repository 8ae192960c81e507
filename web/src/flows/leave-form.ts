import { matchScreen } from "@cliffhanger/contract/screens";
import { useCallback, useEffect } from "react";
import { useLocation } from "wouter";
import { returnPath } from "../features/accounts/return-to.ts";
import { loadScreen } from "../loader/client/load-screen.ts";
import { useMember } from "./use-member.ts";

/** Leaves a form of an account for where the person came from; a step back does not lead into it again (R4). */
export function useLeaveForm(): () => Promise<void> {
  const [, navigate] = useLocation();
  return useCallback(async () => {
    const path = returnPath(location.search, location.origin);
    // Its code first, so that nothing blank comes in between; without it the change of screen asks for it again.
    await loadScreen(matchScreen(new URL(path, location.origin).pathname).name).catch(() => undefined);
    navigate(path, { replace: true });
    window.scrollTo(0, 0);
  }, [navigate]);
}

/** Takes whoever is signed in, be it in this moment, back to where they came from. */
export function useLeaveWhenSignedIn(wanted: boolean): void {
  const leave = useLeaveForm();
  const signedIn = Boolean(useMember()) && wanted;
  useEffect(() => {
    if (signedIn) void leave();
  }, [signedIn, leave]);
}
