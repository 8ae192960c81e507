export { libraryListener } from "./account/listener.ts";
export { addFavorite } from "./favorites/favorites.ts";
export { countWatched, countWatching } from "./history/repository.ts";
export { type Library, openLibrary, type View, viewAmong } from "./library.ts";
export { listSittings, sumWatched } from "./people/repository.ts";
export { type StartedRow, startedFragment } from "./personal/repository.ts";
export type { ReportListener } from "./progress/repository.ts";
export { registerLibrary } from "./routes.ts";
export { countWatchingNow } from "./watching/repository.ts";
