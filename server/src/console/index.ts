export { type ConsoleFiles, registerConsole } from "./routes.ts";
export { registerSeries } from "./series/console-routes.ts";
