export { openCopies } from "./disk-cache.ts";
export { type MediaFiles, openMediaFiles } from "./files.ts";
export { openFirstUse } from "./first-use.ts";
export { loadGrantKeys } from "./grant-keys.ts";
export type { GrantKey } from "./grants.ts";
export { type PlaybackContext, playbackOf, type Watcher } from "./playback.ts";
export { PLAYS_COUNTED } from "./plays/batch.ts";
export { openPlays, type Plays, playsListener, RANK_TASK } from "./plays/plays.ts";
export { countedPlayPartitions, countPlaysAside, playFigures } from "./plays/repository.ts";
export { type PreviewGrants, previewGrant } from "./preview.ts";
export { registerMedia } from "./routes.ts";
export { openStartups } from "./startup.ts";
export { openWithdrawnAssets, type WithdrawnAssets } from "./withdrawn.ts";

/** Loads what asks the edge, which only doctor needs. */
export const loadEdgeCheck = () => import("./check-edge.ts");

/** Loads the test vectors of edges, which only their command needs. */
export const loadGrantVectors = () => import("./grant-vectors.ts");
