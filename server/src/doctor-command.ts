/** `npm run doctor [-- --offline] [--fix] [--media] [--json]`: checks this installation and suggests fixes. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Main } from "#platform/command";
import { diagnose } from "./doctor.ts";
import { USAGE } from "./doctor-usage.ts";
import { printable } from "./findings.ts";

const marks = { ok: "✓", note: "!", fault: "✗" };

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      offline: { type: "boolean" },
      fix: { type: "boolean" },
      media: { type: "boolean" },
      json: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const root = join(import.meta.dirname, "../..");
  const { offline = false, fix = false, media = false } = values;
  const findings = await diagnose(process.env, root, { offline, fix, media });
  if (values.json) {
    console.log(JSON.stringify(findings.map(printable)));
    return findings.some(({ state }) => state === "fault") ? 1 : 0;
  }
  for (const { state, about, text } of findings) console.log(`${marks[state]} ${about}: ${text}`);
  const faults = findings.filter((finding) => finding.state === "fault").length;
  console.log(faults === 0 ? "\nNo faults found." : `\n${faults} to fix, marked ✗ above.`);
  return faults === 0 ? 0 : 1;
}

/** The program of the command. */
export const main: Main = async (args) => {
  try {
    return await run(args);
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error)) throw error;
    console.error(`${error.message.split(". ")[0] ?? ""}\n\n${USAGE}`);
    return 1;
  }
};
// Connections to the gateways that are kept open would keep the process.
if (import.meta.main) process.exit(await main(process.argv.slice(2)));
