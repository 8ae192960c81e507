import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Usage } from "./processes.ts";

/** What a run on the whole stack found. */
export interface StackResult {
  minutes: number;
  rate: number;
  sent: number;
  acknowledged: number;
  paid: number;
  /** Milliseconds of home through the edge. */
  home: { p50: number; p99: number };
  faults: readonly string[];
  usage: readonly Usage[];
}

const heading = "## Half an hour of everything";
const introduction = `${heading}

\`npm run test:soak -- stack\` writes this section. Members, buyers and readers use what \`npm run stack\` starts: nginx as the edge, two web
servers, a worker, PgBouncer, three PostgreSQL under Patroni, and a Ceph gateway, all on one machine with the clients. Every answer must be
well, every acknowledged write must be there in the end, and memory and open files must not grow.`;

/** Puts the result into the file in place of the previous one. */
export function writeStackResult(file: string, result: StackResult): void {
  const { minutes, rate, sent, acknowledged, paid, home, faults, usage } = result;
  const before = existsSync(file) ? readFileSync(file, "utf8") : "# Soak test\n";
  const section = [
    introduction,
    "",
    `Run on ${new Date().toISOString().slice(0, 10)} for ${Math.round(minutes)} minutes at ${rate} requests a second: ${faults.length === 0 ? "passed" : "FAILED"}. ` +
      `${sent} requests, ${acknowledged} writes acknowledged and all there, ${paid} orders paid and each charged once. ` +
      `Home through the edge took ${home.p50.toFixed(0)} ms (p50) and ${home.p99.toFixed(0)} ms (p99).`,
    "",
    ...faults.slice(0, 20).map((fault) => `- ${fault.replaceAll("\n", " ")}`),
    ...(faults.length > 0 ? [""] : []),
    "| process | memory at the end | growth | open files, first and last |",
    "| --- | --- | --- | --- |",
    ...usage.map(
      ({ name, megabytes, slope, files }) =>
        `| ${name} | ${megabytes.toFixed(0)} MB | ${slope.toFixed(2)} MB a minute | ${files.map((count) => count.toFixed(0)).join(", ")} |`,
    ),
    "",
  ].join("\n");
  const [intro = "", ...sections] = before.split(/(?=^## )/m).filter((part) => !part.startsWith(heading));
  writeFileSync(file, [`${intro.trimEnd()}\n`, section, ...sections].join("\n"));
}
