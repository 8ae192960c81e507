// Prints the usage of a command. Loading the command itself takes a second or two, because it loads what it works with.
import { pathToFileURL } from "node:url";

const [file = ""] = process.argv.slice(2);
const { USAGE } = (await import(pathToFileURL(file).href)) as { USAGE: string };
console.log(USAGE);
