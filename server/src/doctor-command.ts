import { join } from "node:path";
import { diagnose } from "./doctor.ts";

const marks = { ok: "✓", note: "!", fault: "✗" };

const [unknown] = process.argv.slice(2);
if (unknown !== undefined) {
  console.error(`doctor takes no "${unknown}". Type: npm run doctor`);
  process.exit(1);
}
const findings = await diagnose(process.env, join(import.meta.dirname, "../.."));
for (const { state, about, text } of findings) console.log(`${marks[state]} ${about}: ${text}`);
const faults = findings.filter((finding) => finding.state === "fault").length;
console.log(faults === 0 ? "\nNothing is broken." : `\n${faults} to mend, marked ✗ above.`);
process.exit(faults === 0 ? 0 : 1);
