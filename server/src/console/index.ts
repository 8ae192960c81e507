export { bulkTask } from "./bulk/bulk.ts";
export { registerBulk } from "./bulk/console-routes.ts";
export { registerHome } from "./home/console-routes.ts";
export { registerJobs } from "./jobs/console-routes.ts";
export { registerPictures } from "./pictures/console-routes.ts";
export { registerReleases } from "./releases/console-routes.ts";
export { type ConsoleFiles, registerConsole } from "./routes.ts";
export { registerSearch } from "./search/console-routes.ts";
export { registerSeries } from "./series/console-routes.ts";
