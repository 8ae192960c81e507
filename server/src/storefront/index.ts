export { pageHandler, registerStorefront, type StorefrontOptions } from "./routes.ts";
export type { Shell } from "./shell.ts";
