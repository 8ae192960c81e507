/** `npm run doctor [-- --offline]`: what is wrong, and what to do about it. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { diagnose } from "./doctor.ts";

const USAGE = `npm run doctor                 check everything, also with the payment gateways
npm run doctor -- --offline    the same without asking them

It changes nothing. It ends with 1 where something must be mended.`;
const marks = { ok: "✓", note: "!", fault: "✗" };

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { offline: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const root = join(import.meta.dirname, "../..");
  const findings = await diagnose(process.env, root, { offline: values.offline ?? false });
  for (const { state, about, text } of findings) console.log(`${marks[state]} ${about}: ${text}`);
  const faults = findings.filter((finding) => finding.state === "fault").length;
  console.log(faults === 0 ? "\nNothing is broken." : `\n${faults} to mend, marked ✗ above.`);
  return faults === 0 ? 0 : 1;
}

try {
  process.exit(await run());
} catch (error) {
  if (!(error instanceof TypeError && "code" in error)) throw error;
  console.error(`${error.message.split(". ")[0] ?? ""}\n\n${USAGE}`);
  process.exit(1);
}
