export { findMediaTools } from "./confine.ts";
export { startTranscoding } from "./jobs.ts";
export { ASSET_FILE, IMAGE_FILE, MULTIVARIANT, STORYBOARD } from "./names.ts";
export { type Caption, listCaptions } from "./repository.ts";
