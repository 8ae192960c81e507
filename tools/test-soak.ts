// `npm run test:soak`: a long video and a long series, ingested and played to the end. Never part of the other tests.
import { runNode } from "./run-program.ts";

const usage = `npm run test:soak
  --minutes N     length of the long video (10)
  --episodes N    episodes of the series (80)
  --out FILE      where the result goes (docs/soak.md)`;

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  console.log(usage);
  process.exit(0);
}
const { code } = await runNode("bench/soak/run.ts", args, { show: true });
process.exitCode = code;
