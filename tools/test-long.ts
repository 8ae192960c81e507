// `npm run test:long`: programs that take minutes, each ending in a tally of its own. The last line sums them.
import { runNode } from "./run-program.ts";
import { endWithTally, sumTallies, type Tally, tallyOf } from "./tally.ts";

const programs = [
  "server/test/durability/long.ts",
  "server/test/durability/ingest.ts",
  "server/test/durability/money.ts",
  "server/test/durability/memberships.ts",
];

const tallies: Tally[] = [];
for (const program of programs) {
  console.log(`\n== ${program}`);
  tallies.push(tallyOf(await runNode(program, process.argv.slice(2), { show: true })));
}
console.log("");
endWithTally(sumTallies(tallies));
