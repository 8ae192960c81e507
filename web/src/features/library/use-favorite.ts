import type { Series } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { storage } from "../../lib/storage.ts";
import { showToast } from "../../lib/toasts.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMessages } from "../../lib/use-language.ts";
import { useUser, useUserReader } from "../../lib/user.ts";
import { savePendingFavorite, takePendingFavorite } from "./pending-favorite.ts";
import { sendFavorite } from "./send-favorite.ts";

/** Whether a series is on My List, and how to change that. */
export interface Favorite {
  favorite: boolean;
  toggle(): void;
}

/**
 * Adds a series to My List or removes it, shown at once and with Undo. A guest's tap is saved and leads to sign-in,
 * after which it is applied (R39).
 */
export function useFavorite(series: Series, signIn: () => void): Favorite {
  const change = useFavoriteChange();
  const readUser = useUserReader();
  const isHydrated = useHydrated();

  function askToSignIn(): void {
    savePendingFavorite(storage, { seriesId: series.id, title: series.title }, Date.now());
    signIn();
  }

  return {
    favorite: isHydrated && series.favorite,
    toggle() {
      if (readUser()?.kind === "guest") askToSignIn();
      else change(series.id, !series.favorite, askToSignIn);
    },
  };
}

/** Applies a guest's pending favorite after sign-in. It renders nothing, on the screens that sign-in leads back to. */
export function PendingFavoriteEffect(): null {
  const change = useFavoriteChange();
  const member = useUser()?.kind === "member";
  const apply = useEffectEvent(() => {
    const seriesId = takePendingFavorite(storage, Date.now());
    if (seriesId) change(seriesId, true);
  });
  useEffect(() => {
    if (member) apply();
  }, [member]);
  return null;
}

function useFavoriteChange() {
  const t = useMessages();
  const client = useQueryClient();

  function change(seriesId: string, favorite: boolean, refused: () => void = () => undefined): void {
    const undo = () => sendFavorite(client, { seriesId, favorite: !favorite }, refused);
    void sendFavorite(client, { seriesId, favorite }, refused).then((done) => {
      if (!done) return;
      showToast(t(favorite ? "library.added" : "library.removed"), {
        label: t("library.undo"),
        run: () => void undo(),
      });
    });
  }

  return change;
}
