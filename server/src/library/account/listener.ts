import type { AccountListener } from "#accounts";
import { findLibraryOwners, mergeLibrary, readExport } from "./repository.ts";

/** Handles account changes. The library of an erased account is deleted by cascade. */
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
  hasDataOf: findLibraryOwners,
};
