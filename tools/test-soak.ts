// `npm run test:soak`: what takes long, and is never part of the other tests. `video` is the one without a name.
import { runNode } from "./run-program.ts";
import { buildWeb } from "./test-suites.ts";
import { endWithSummary } from "./test-summary.ts";

const usage = `npm run test:soak [-- video]   a long video and a long series, ingested and played to the end
  --minutes N     length of the long video (10)
  --episodes N    episodes of the series (80)
  --out FILE      where the result goes (docs/soak.md)

npm run test:soak -- year      a year of business with everything that goes wrong; the books must be equal to the cent
  --seed N        the same seed gives the same year (20261123)
  --buyers N      how many people buy (72)
  --months N      how many months pass (12)
  --out FILE      where the result goes (docs/soak.md, and nowhere for a shorter run)`;

const programs: Record<string, { file: string; needsWeb: boolean }> = {
  video: { file: "bench/soak/run.ts", needsWeb: true },
  year: { file: "server/test/durability/year.ts", needsWeb: false },
};

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  console.log(usage);
  process.exit(0);
}
const name = args[0]?.startsWith("-") === false ? args.shift() : "video";
const program = programs[name ?? ""];
if (program === undefined) {
  console.error(usage);
  process.exit(1);
}
const built = program.needsWeb ? await buildWeb() : undefined;
if (built && built.failed > 0) endWithSummary(built);
else process.exitCode = (await runNode(program.file, args, { show: true })).code;
