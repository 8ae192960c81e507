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

/** A series' place on My List, and what changes it. */
export interface Favorite {
  favorite: boolean;
  toggle(): void;
}

/**
 * Puts a series on My List or takes it off, at once for the eye, with Undo. A guest's tap is kept and leads to sign-in,
 * after which it is done (R39).
 */
export function useFavorite(series: Series, signIn: () => void): Favorite {
  const change = useFavoriteChange();
  const readUser = useUserReader();
  const known = useHydrated();

  function askToSignIn(): void {
    savePendingFavorite(storage, { seriesId: series.id, title: series.title }, Date.now());
    signIn();
  }

  return {
    favorite: known && series.favorite,
    toggle() {
      if (readUser()?.kind === "guest") askToSignIn();
      else change(series.id, !series.favorite, askToSignIn);
    },
  };
}

/** Does what a guest wished for before signing in. It stands, unseen, on the screens to which sign-in leads back. */
export function Wish(): null {
  const change = useFavoriteChange();
  const member = useUser()?.kind === "member";
  const fulfil = useEffectEvent(() => {
    const seriesId = takePendingFavorite(storage, Date.now());
    if (seriesId) change(seriesId, true);
  });
  useEffect(() => {
    if (member) fulfil();
  }, [member]);
  return null;
}

// One change after the other: what was tapped last is what stays.
let last: Promise<unknown> = Promise.resolve();

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
  const turn = last.then(() =>
    call(
      favorite ? "POST /api/user/favorite" : "DELETE /api/user/favorite",
      { seriesId },
      { keepalive: true },
    ),
  );
  last = turn.catch(() => undefined);
  try {
    await turn;
    void refreshList(client, "favorite");
    if (favorite) track("AddToWishlist", { seriesId });
    // An answer that is on its way may be older than this.
    const video = { queryKey: ["GET /api/video"] };
    if (client.isFetching(video) > 0) void client.invalidateQueries(video);
    return true;
  } catch (error) {
    show(client, seriesId, !favorite);
    // The call itself says whatever else went wrong.
    if (error instanceof ApiError && error.code === 401) refused();
    return false;
  }
}

function show(client: QueryClient, seriesId: string, favorite: boolean): void {
  client.setQueriesData<Series>({ queryKey: ["GET /api/video"] }, (series) =>
    series?.id === seriesId ? { ...series, favorite } : series,
  );
}
