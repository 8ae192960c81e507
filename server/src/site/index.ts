export { siteChanged } from "./events.ts";
export { readPublicConfig } from "./public-config.ts";
export { themeOf } from "./theme.ts";
