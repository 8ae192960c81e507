// The part of the domain that `loadBundles` loads on demand.
export { importBundle } from "./bundle.ts";
export { findBundles } from "./bundle-folder.ts";
export { removeSeries } from "./remove.ts";
