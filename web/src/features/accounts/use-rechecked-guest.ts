import { useEffect, useEffectEvent, useState } from "react";
import { type UserState, useUserState } from "../../lib/user.ts";

/**
 * Returns the current visitor, and asks the server once more about a guest who bought: their purchase may have been claimed on
 * another device since this page was opened.
 */
export function useRecheckedGuest(): UserState {
  const state = useUserState();
  const [wasBuyer] = useState(() => Boolean(state.user?.purchase));
  const recheck = useEffectEvent(state.retry);
  useEffect(() => {
    if (wasBuyer) recheck();
  }, [wasBuyer]);
  return state;
}
