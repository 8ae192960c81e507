// `npm run test:long`: programs that take minutes, each with its own summary, and each printed when it ends. The last line is their
// sum.
// `--no-skips` fails on a missing program or engine. LONG_TESTS_UNTIL, in seconds since 1970, is when the last one may begin.
import { findFirefox, provision } from "./provision.ts";
import { runNode } from "./run-program.ts";
import { printSkips, skipsIn, takeNoSkips, withoutSkips } from "./test-skips.ts";
import {
  endWithSummary,
  FAILED,
  faultsIn,
  formatSummary,
  noTests,
  summaryOf,
  sumSummaries,
  type TestSummary,
} from "./test-summary.ts";

/** Builds an image, which CI has no time for. */
const IMAGE_TEST = "tools/test-image.ts";

/** What runs first, with nothing beside it: how soon requests are answered again is held to a limit. */
const FIRST_TEST = "server/test/durability/failover.ts";

/** The half hour of `npm run test:soak -- stack`, shortened. It runs last, with nothing beside it, for the same reason. */
const STACK_TEST = "server/test/durability/stack.ts";
const STACK_ARGS = ["--minutes", "1", "--rate", "30"];

/** How many programs run at the same time: most of them wait for servers half of their time. */
const LANES = 3;

/**
 * What a lane takes next, in this order, so that a machine with little time has used each engine, browser and package before the kills
 * and the random models take what is left. Within each, the shorter come first.
 */
const programs = [
  "server/test/durability/pgbackrest.ts",
  "tools/test-release.ts",
  "e2e/edge/media-host.ts",
  "e2e/firefox/sound.ts",
  "server/test/durability/round-trip.ts",
  "server/test/durability/move.ts",
  "server/test/durability/pooler.ts",
  "server/test/durability/replica.ts",
  "server/test/durability/edge.ts",
  "server/test/durability/s3.ts",
  "server/test/durability/stops.ts",
  "server/test/durability/long.ts",
  "server/test/durability/uploads.ts",
  "server/test/durability/money.ts",
  "server/test/durability/ingest.ts",
  "server/test/durability/memberships.ts",
  IMAGE_TEST,
];

const { noSkips, rest } = takeNoSkips(process.argv.slice(2));
const fault = await provision("long");
if (fault) {
  console.error(fault);
  endWithSummary({ ...noTests, failed: 1 });
} else {
  const firefox = findFirefox();
  const env = { ...process.env, ...(firefox ? { FIREFOX_PATH: firefox } : {}) };
  const summaries: TestSummary[] = [];
  const skips: string[] = [];
  const failures: string[] = [];
  const times: string[] = [];
  const until = noSkips ? undefined : process.env["LONG_TESTS_UNTIL"];
  const run = async (program: string) => {
    const isTooLong = !noSkips && process.env["CI"] === "true" && program === IMAGE_TEST;
    const isLate = until !== undefined && Date.now() / 1000 > Number(until);
    if (isTooLong || isLate) {
      skips.push(
        `${program}: ${isTooLong ? "it takes over three minutes; npm run test:image" : "no time was left"}`,
      );
      summaries.push({ ...noTests, skipped: 1 });
      return;
    }
    console.log(`Running ${program}`);
    const args = program === STACK_TEST ? [...STACK_ARGS, ...rest] : rest;
    const ended = await runNode(program, args, { env });
    console.log(`\n== ${program}\n${ended.output}`);
    const summary = summaryOf(ended);
    if (summary.failed > 0) failures.push([program, ...faultsIn(ended.output)].join(" | "));
    summaries.push(summary);
    skips.push(...skipsIn(ended.output));
    times.push(`${program} ${ended.seconds.toFixed(0)} s`);
  };
  await run(FIRST_TEST);
  const waiting = [...programs];
  const runLane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  await run(STACK_TEST);
  console.log(`\nTime: ${times.join(", ")}`);
  console.log("");
  for (const failure of failures) console.log(`${FAILED}${failure}`);
  printSkips(skips);
  const summary = sumSummaries(summaries);
  // A machine that had no time for any of them has named them; that is no failure.
  if (skips.length === programs.length + 2 && !noSkips) console.log(formatSummary(summary));
  else endWithSummary(noSkips ? withoutSkips(summary, skips) : summary);
}
