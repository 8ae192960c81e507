// The part of the domain that `loadTextsTable` loads on demand.
export { exportTexts } from "./export.ts";
export { importTexts, previewTexts } from "./import.ts";
