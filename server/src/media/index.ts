export { type BundleContext, importBundle } from "./bundle.ts";
export { findBundles } from "./bundle-folder.ts";
export { checkAsset } from "./check.ts";
export { findMediaTools, type MediaTools } from "./confine.ts";
export { startTranscoding, TRANSCODE } from "./jobs.ts";
export { ASSET_FILE, IMAGE_FILE, MULTIVARIANT, renditionFilesOf, STORYBOARD } from "./names.ts";
export { removeSeries } from "./remove.ts";
export { type Caption, listCaptions } from "./repository.ts";
export { MEDIA_CLEANUP } from "./upkeep/cleanup.ts";
