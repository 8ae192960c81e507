export { removedCaptionsTask } from "./caption-edits/forget.ts";
export type { MediaTools } from "./confine.ts";
export { type FailedFilms, listFailedFilms } from "./failed/repository.ts";
export { findingsOf } from "./films/findings.ts";
export { countCaptions, countFilms, listEpisodeFilms } from "./films/repository.ts";
export {
  ASSET_FILE,
  IMAGE_FILE,
  MEDIA_CLEANUP,
  MULTIVARIANT,
  renditionFilesOf,
  STORYBOARD,
  TAKE_IN,
  TRANSCODE,
} from "./names.ts";
export { type Caption, listCaptions } from "./repository.ts";
export { openUploadFiles, type UploadFiles } from "./uploads/files.ts";
export { forgottenUploadsTask } from "./uploads/forgotten.ts";

/** Loads what encodes videos, which a process that only answers requests never needs. */
export const loadEncoding = () => import("./encoding.ts");

/** Loads what imports and removes series, which only commands and the demo need. */
export const loadBundles = () => import("./bundles.ts");

/** Loads what receives uploads, which only requests of the console need. */
export const loadUploads = () => import("./uploading.ts");
