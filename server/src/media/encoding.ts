// The part of the domain that `loadEncoding` loads on demand.
export { checkAsset } from "./check.ts";
export { findMediaTools } from "./confine.ts";
export { startTranscoding } from "./jobs.ts";
export { describePriority } from "./upkeep/workers.ts";
