import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** What became of one fault. */
export interface Proof {
  /** The alert. */
  title: string;
  /** What was broken. */
  what: string;
  /** Why it did not fire; null when it did. */
  fault: string | null;
  seconds: number;
}

/** A whole run. */
export interface Run {
  proofs: readonly Proof[];
  /** How waiting times differ from the shipped ones. */
  changes: readonly string[];
  minutes: number;
}

const heading = "## Alerts that fire";
const introduction = `${heading}

\`npm run test:soak -- alerts\` writes this section. Two web servers, a worker, PostgreSQL, the card gateway's simulator and a mailbox run
as processes, and Prometheus reads their metrics every three seconds. Each alert fires because the real thing is broken. The expressions are
those of \`deploy/prometheus/alerts.yml\`; only waiting times are shorter, as the list below the table says.`;

/** Puts the result of a run into the file in place of the previous one. */
export function writeProofs(file: string, { proofs, changes, minutes }: Run): void {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "# Soak test\n";
  const rows = proofs.map(({ title, what, fault, seconds }) => {
    const result =
      fault === null ? `after ${Math.round(seconds)} s` : `FAILED: ${fault.replaceAll(/[\n|]/g, " ")}`;
    return `| ${title} | ${what} | ${result} |`;
  });
  const section = [
    introduction,
    "",
    `Run on ${new Date().toISOString().slice(0, 10)}, in ${minutes.toFixed(1)} minutes.`,
    "",
    "| alert | what was broken | fired |",
    "| --- | --- | --- |",
    ...rows,
    "",
    `Shorter waiting times: ${changes.map((change) => `\`${change}\``).join(", ")}.`,
    "",
  ].join("\n");
  // Above the years, which are appended to the end of the file.
  const [intro = "", ...sections] = before.split(/(?=^## )/m).filter((part) => !part.startsWith(heading));
  writeFileSync(file, [`${intro.trimEnd()}\n`, section, ...sections].join("\n"));
}
