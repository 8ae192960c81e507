// `npm run test:long`: programs that take minutes, each with its own summary. The last line is their sum.
import { findFirefox, provision } from "./provision.ts";
import { runNode } from "./run-program.ts";
import { endWithSummary, noTests, summaryOf, sumSummaries, type TestSummary } from "./test-summary.ts";

const programs = [
  "server/test/durability/long.ts",
  "server/test/durability/ingest.ts",
  "server/test/durability/money.ts",
  "e2e/firefox/sound.ts",
  "server/test/durability/memberships.ts",
  "server/test/durability/pooler.ts",
  "tools/test-release.ts",
  "tools/test-image.ts",
];

const fault = await provision("long");
if (fault) {
  console.error(fault);
  endWithSummary({ ...noTests, failed: 1 });
} else {
  const firefox = findFirefox();
  const env = { ...process.env, ...(firefox ? { FIREFOX_PATH: firefox } : {}) };
  const summaries: TestSummary[] = [];
  for (const program of programs) {
    console.log(`\n== ${program}`);
    summaries.push(summaryOf(await runNode(program, process.argv.slice(2), { show: true, env })));
  }
  console.log("");
  endWithSummary(sumSummaries(summaries));
}
