import type { AccountListener } from "#accounts";
import { findKept, mergeLibrary, readExport } from "./repository.ts";

/** What the library does when accounts change. What belongs to one that is erased goes with its row. */
export const libraryListener: AccountListener = {
  merged: (trx, { guestId, memberId }) => mergeLibrary(trx, guestId, memberId),
  async exported(db, visitorId) {
    const { favorites, history, removed, clearedAt } = await readExport(db, visitorId);
    return { "my-list": favorites, history, "history-removed": { clearedAt, series: removed } };
  },
  files: {
    "my-list": "exports.files.myList",
    history: "exports.files.history",
    "history-removed": "exports.files.historyRemoved",
  },
  keeps: findKept,
};
