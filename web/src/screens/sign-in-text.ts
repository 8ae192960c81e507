import { useState } from "react";
import { readPendingFavorite } from "../features/library/pending-favorite.ts";
import { storage } from "../lib/storage.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useMessages } from "../lib/use-language.ts";

/**
 * Returns what follows a sign-in that a tap led to: the series that is added to My List (R39), or the list that opens
 * (R38). Null where the form's own text suffices.
 * @param returnTo the path that the form leads back to
 */
export function useSignInText(returnTo: string): string | null {
  const t = useMessages();
  const isHydrated = useHydrated();
  const [pending] = useState(() => readPendingFavorite(storage, Date.now()));
  if (returnTo === "/favorites") return t("login.forList");
  if (returnTo === "/historys") return t("login.forHistory");
  // Only the return to the series applies the pending favorite.
  if (!isHydrated || !pending?.title || returnTo.split("?", 1)[0] !== `/videos/${pending.seriesId}`)
    return null;
  return t("login.forWish", { title: pending.title });
}
