export { type MediaFiles, openMediaFiles } from "./files.ts";
export { loadGrantKeys } from "./grant-keys.ts";
export type { GrantKey } from "./grants.ts";
export { type PlaybackContext, playbackOf, type Watcher } from "./playback.ts";
export { PLAYS_COUNTED } from "./plays/batch.ts";
export { openPlays, type Plays, playsListener, RANK_TASK } from "./plays/plays.ts";
export { countPlaysAside, playFigures } from "./plays/repository.ts";
export { registerMedia } from "./routes.ts";
export { openStartups } from "./startup.ts";
