import { useState } from "react";
import { peekPendingFavorite } from "../features/library/pending-favorite.ts";
import { storage } from "../lib/storage.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useMessages } from "../lib/use-language.ts";

/**
 * What follows once somebody has signed in, for those who were led here by a tap: the series that goes on My List (R39), or
 * the list that opens (R38). Null where there is nothing to say beyond the form's own words.
 * @param returnTo the path that the form leads back to
 */
export function useSignInText(returnTo: string): string | null {
  const t = useMessages();
  const known = useHydrated();
  const [wished] = useState(() => peekPendingFavorite(storage, Date.now()));
  if (returnTo === "/favorites") return t("login.forList");
  if (returnTo === "/historys") return t("login.forHistory");
  // Only the way back to the series does what was wished for.
  if (!known || !wished?.title || returnTo.split("?", 1)[0] !== `/videos/${wished.seriesId}`) return null;
  return t("login.forWish", { title: wished.title });
}
