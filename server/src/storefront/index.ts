export { registerFindable } from "./findable/routes.ts";
export { type HomePreviewOptions, openPreviewCodes, registerHomePreview } from "./home-preview.ts";
export { registerInstallable } from "./installable/routes.ts";
export { openMadePictures } from "./made-pictures.ts";
export { cardPageHeaders } from "./pages/card-page-headers.ts";
export { openPlayCounts } from "./play-counts.ts";
export { openPricing } from "./price-locale.ts";
export { API_VERSION, pageHandler, registerStorefront, type StorefrontOptions } from "./routes.ts";
export type { Shell, ShellModule } from "./shell.ts";
