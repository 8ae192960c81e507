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
    "my-list": {
      en: "the series on your list",
      es: "las series de tu lista",
      fr: "les séries de votre liste",
      de: "die Serien auf deiner Liste",
      pt: "as séries da sua lista",
    },
    history: {
      en: "the episodes you watched, and how far",
      es: "los episodios que viste y hasta dónde",
      fr: "les épisodes que vous avez regardés, et jusqu’où",
      de: "die Folgen, die du gesehen hast, und wie weit",
      pt: "os episódios que você assistiu e até onde",
    },
    "history-removed": {
      en: "what you took out of your history, noted so that it stays out",
      es: "lo que quitaste de tu historial, anotado para que no vuelva a aparecer",
      fr: "ce que vous avez retiré de votre historique, noté pour que cela n’y revienne pas",
      de: "was du aus deinem Verlauf genommen hast, notiert, damit es nicht wiederkommt",
      pt: "o que você tirou do seu histórico, anotado para não voltar",
    },
  },
  hasDataOf: findKept,
};
