export { readPublicConfig } from "./public-config.ts";
export { themeOf } from "./theme.ts";
