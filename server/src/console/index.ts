export { type ConsoleFiles, registerConsole } from "./routes.ts";
