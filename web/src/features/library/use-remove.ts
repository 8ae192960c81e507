import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { useMessages } from "../../lib/use-language.ts";
import { refreshList } from "./queries.ts";
import { removeLater } from "./removals.ts";
import { removeCachedProgress } from "./remove-cached-progress.ts";
import { sendFavorite } from "./send-favorite.ts";

/** Returns the key of a removal; lists leave out entries with this key. */
export function removalKey(list: "history" | "favorite", seriesId: string): string {
  return `${list} ${seriesId}`;
}

/** Removes a series from the history or My List, with Undo while the toast is shown. */
export function useRemove(list: "history" | "favorite"): (series: { id: string; title: string }) => void {
  const t = useMessages();
  const client = useQueryClient();
  return ({ id, title }) =>
    removeLater({
      key: removalKey(list, id),
      text: t(list === "history" ? "library.takenOff" : "library.removedTitle", { title }),
      undo: t("library.undo"),
      async commit() {
        if (list === "favorite") return sendFavorite(client, { seriesId: id, favorite: false });
        await call("DELETE /api/user/history", { seriesId: id }, { keepalive: true });
        removeCachedProgress(client);
        return refreshList(client, "history");
      },
    });
}
