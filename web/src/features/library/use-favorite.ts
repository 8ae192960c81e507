import type { Series } from "@cliffhanger/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { storage } from "../../lib/storage.ts";
import { showToast } from "../../lib/toasts.ts";
import { track } from "../../lib/track.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMessages } from "../../lib/use-language.ts";
import { useUser, useUserReader } from "../../lib/user.ts";
import { savePendingFavorite, takePendingFavorite } from "./pending-favorite.ts";
import { refreshList } from "./queries.ts";

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

// Changes are sent one after another, so that the last tap wins.
let lastRequest: Promise<unknown> = Promise.resolve();

function useFavoriteChange() {
  const t = useMessages();
  const client = useQueryClient();

  function change(seriesId: string, favorite: boolean, refused: () => void = () => undefined): void {
    const undo = () => send(client, seriesId, !favorite, refused);
    void send(client, seriesId, favorite, refused).then((done) => {
      if (!done) return;
      showToast(t(favorite ? "library.added" : "library.removed"), {
        label: t("library.undo"),
        run: () => void undo(),
      });
    });
  }

  return change;
}

async function send(
  client: QueryClient,
  seriesId: string,
  favorite: boolean,
  refused: () => void,
): Promise<boolean> {
  show(client, seriesId, favorite);
  const request = lastRequest.then(() =>
    call(
      favorite ? "POST /api/user/favorite" : "DELETE /api/user/favorite",
      { seriesId },
      { keepalive: true },
    ),
  );
  lastRequest = request.catch(() => undefined);
  try {
    await request;
    void refreshList(client, "favorite");
    if (favorite) track("AddToWishlist", { seriesId });
    // A pending answer may be older than this change.
    const video = { queryKey: ["GET /api/video"] };
    if (client.isFetching(video) > 0) void client.invalidateQueries(video);
    return true;
  } catch (error) {
    show(client, seriesId, !favorite);
    // The call shows all other errors.
    if (error instanceof ApiError && error.code === 401) refused();
    return false;
  }
}

function show(client: QueryClient, seriesId: string, favorite: boolean): void {
  client.setQueriesData<Series>({ queryKey: ["GET /api/video"] }, (series) =>
    series?.id === seriesId ? { ...series, favorite } : series,
  );
}
