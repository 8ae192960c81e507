// `npm run test:soak`: long tests that no other command includes. The default is `video`.
import { runNode } from "./run-program.ts";
import { printSkips, skipsIn, takeNoSkips, withoutSkips } from "./test-skips.ts";
import { buildAll } from "./test-suites.ts";
import { endWithSummary, parseSummary } from "./test-summary.ts";

const usage = `npm run test:soak [-- video]   ingest a long video and a long series and play them to the end
  --minutes N     length of the long video (10)
  --episodes N    episodes of the series (80)
  --out FILE      file for the result (docs/soak.md)

npm run test:soak -- year      simulate a year of payments with failures; the ledger must match to the cent
  --seed N        the same seed repeats the same year (20261123)
  --buyers N      number of buyers (120)
  --months N      number of months of 31 days (12)
  --stories A,B   only buyers whose story has one of these in its name, such as guest
  --out FILE      file for the result (docs/soak.md; none for a shorter run)

npm run test:soak -- alerts    break a running site so that a running Prometheus fires every alert; needs root
  --only A,B      only these alerts, without a report
  --out FILE      file for the result (docs/soak.md)

npm run test:soak -- moves     fill a database with a gigabyte; back up, restore elsewhere and back, compare every table

npm run test:soak -- pooler    ten minutes of mixed work through PgBouncer in each of its modes

npm run test:soak -- edge      ten minutes of viewing through the edge of deploy/edge while nodes die

npm run test:soak -- failover  kill the primary of a Patroni cluster five times under mixed work, and switch over once

npm run test:soak -- stack     half an hour of mixed work on what npm run stack starts: no error, no write lost, memory and files flat
  --minutes N     how long (30); memory is judged from 10 on
  --rate N        requests a second (150)
  --out FILE      file for the result (docs/soak.md; none below 10 minutes)

npm run test:soak -- console   the tasks of a content team with 60 films, by pointer and by keyboard, in Chromium

npm run test:soak -- requests  20,000 generated requests to all calls of the console; none may fail

--no-skips fails on a missing program.`;

interface Program {
  file: string;
  needsWeb: boolean;
  args?: readonly string[];
  env?: Record<string, string>;
}

const programs: Record<string, Program> = {
  video: { file: "bench/soak/run.ts", needsWeb: true },
  year: { file: "server/test/durability/year.ts", needsWeb: false },
  alerts: { file: "server/test/durability/alerts.ts", needsWeb: false },
  // These three are in `npm run test:long` as well, shorter.
  moves: {
    file: "server/test/durability/round-trip.ts",
    needsWeb: false,
    env: { ROUND_TRIP_MB: "1000" },
  },
  pooler: {
    file: "server/test/durability/pooler.ts",
    needsWeb: false,
    env: { POOLER_SECONDS: "600" },
  },
  edge: {
    file: "server/test/durability/edge.ts",
    needsWeb: false,
    env: { EDGE_SECONDS: "600" },
  },
  failover: {
    file: "server/test/durability/failover.ts",
    needsWeb: true,
    env: { SWITCHOVERS: "1", FAILOVERS: "5", RATE: "200" },
  },
  stack: { file: "server/test/durability/stack.ts", needsWeb: true },
  // This one is in `npm test` as well, with three films and by pointer.
  console: {
    file: "tools/test.ts",
    needsWeb: false,
    args: ["--only", "e2e", "console-tasks"],
    env: { CONSOLE_FILMS: "60" },
  },
  requests: {
    file: "tools/test.ts",
    needsWeb: false,
    args: ["--only", "unit", "src/operators/hostile-input"],
    env: { GENERATED_REQUESTS: "20000" },
  },
};

const { noSkips, rest: args } = takeNoSkips(process.argv.slice(2));
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
const built = program.needsWeb ? await buildAll() : undefined;
if (built && built.failed > 0) endWithSummary(built);
else {
  const { code, output } = await runNode(program.file, [...(program.args ?? []), ...args], {
    show: true,
    env: { ...process.env, ...program.env },
  });
  const skips = skipsIn(output);
  printSkips(skips);
  const summary = parseSummary(output);
  if (noSkips && summary) endWithSummary(withoutSkips(summary, skips));
  else process.exitCode = code;
}
