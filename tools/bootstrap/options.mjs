import { parseArgs } from "node:util";

/**
 * Reads the options of a command. An unknown option ends the program with a message instead of a stack.
 * @template {import("node:util").ParseArgsConfig} Config
 * @param {Config} config
 */
export function readOptions(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
