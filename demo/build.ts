/**
 * `npm run demo`: makes the demo catalogue anew. Renders the films (unless `--rendered` says that they are there), takes
 * them through our own ingest in an installation of its own, and writes the result to demo/catalogue. With `--remove` it
 * takes the demo series out of the installation at hand.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");
const work = join(import.meta.dirname, "work");
const catalogue = join(import.meta.dirname, "catalogue");

const { values } = readOptions();
if (values.remove) await run("server/src/demo-command.ts", {}, "--remove");
else await make();

/** The options; an unknown one ends the program with a sentence. */
function readOptions() {
  try {
    return parseArgs({
      options: { rendered: { type: "boolean", default: false }, remove: { type: "boolean", default: false } },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function make(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-demo-"));
  const own = { DATA_DIR: dataDir, DATABASE_URL: "", DEMO: "on" };
  try {
    if (!values.rendered) await run("demo/render.ts", own);
    await run("server/src/media/ingest-command.ts", own, work, "--profile", "demo");
    await rm(catalogue, { recursive: true, force: true });
    await run("server/src/media/bundle-command.ts", own, "export", catalogue);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(program: string, settings: Record<string, string>, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    stdio: "inherit",
    env: { ...process.env, ...settings },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}; the catalogue was not renewed.`);
}
