import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import { addFavorite, readFavorites } from "./favorites/favorites.ts";
import { deleteFavorite } from "./favorites/repository.ts";
import { type CardContext, readHistory } from "./history/history.ts";
import { clearHistory, removeSeries } from "./history/repository.ts";
import { readEnded } from "./kept/ended.ts";
import type { Library } from "./library.ts";

/** What the library's routes need. */
export interface LibraryRoutesOptions extends CardContext {
  library: Library;
}

/** Registers the calls of My List and history. */
export function registerLibrary(http: Http, options: LibraryRoutesOptions): void {
  const { db, clock, library } = options;
  handleCall(http, "GET /api/user/history", {
    access: "visitor",
    handle: async ({ query, caller, language }) => ({
      data: await readHistory(options, caller.id, query, language),
    }),
  });
  handleCall(http, "POST /api/user/history", {
    access: "visitor",
    savesGuest: true,
    handle: async ({ body, caller }) => {
      await library.report(caller, "list" in body ? body.list : [body]);
      return { info: {} };
    },
  });
  handleCall(http, "DELETE /api/user/history", {
    access: "visitor",
    handle: async ({ body, caller }) => {
      if ("all" in body) await clearHistory(db, caller.id, clock.now());
      else await removeSeries(db, caller.id, body.seriesId, clock.now());
      return { info: {} };
    },
  });
  handleCall(http, "GET /api/user/ended", {
    access: "recognised",
    handle: async ({ caller, language }) => ({
      info: { list: caller ? await readEnded(db, caller.id, language) : [] },
    }),
  });
  handleCall(http, "GET /api/user/favorite", {
    access: "member",
    handle: async ({ query, caller, language }) => ({
      data: await readFavorites(options, caller.id, query, language),
    }),
  });
  handleCall(http, "POST /api/user/favorite", {
    access: "member",
    handle: async ({ body, caller }) => {
      await addFavorite(options, caller.id, body.seriesId);
      return { info: { favorite: true } };
    },
  });
  handleCall(http, "DELETE /api/user/favorite", {
    access: "member",
    handle: async ({ body, caller }) => {
      await deleteFavorite(db, caller.id, body.seriesId);
      return { info: { favorite: false } };
    },
  });
}
