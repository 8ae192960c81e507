// Formats all files and applies the linter's safe fixes.
import { packageFile, runNode } from "./run-program.ts";

const files = process.argv.slice(2);
const { code } = await runNode(
  packageFile("@biomejs/biome/bin/biome"),
  ["check", "--write", ...(files.length > 0 ? files : ["."])],
  { show: true },
);
process.exitCode = code;
