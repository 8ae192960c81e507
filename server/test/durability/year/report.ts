import { existsSync, readFileSync, writeFileSync } from "node:fs";

const heading = "## A year of business";
/** What the file says until a whole year has been lived through. */
const notYet = "Not run yet in full: 120 buyers and 12 months take most of an hour on two quiet cores.\n\n";

/** What a run found, as `docs/soak.md` tells it. */
export interface Result {
  seed: number;
  months: number;
  minutes: number;
  counts: Record<string, number>;
  totals: Record<string, number>;
}

/** Puts the result of a run into the file, below those of earlier runs; what the file says of the video soak stays. */
export function writeResult(file: string, { seed, months, minutes, counts, totals }: Result): void {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const run = [
    `### ${new Date().toISOString().slice(0, 10)}, seed ${seed}, ${months} months`,
    "",
    `Books and gateways equal to the cent at the end of every month. It took ${minutes.toFixed(1)} minutes.`,
    "",
    "| what | how many |",
    "| --- | --- |",
    ...Object.entries(counts).map(([what, count]) => `| ${what} | ${count} |`),
    "",
    "| gateway and currency | paid less refunds and lost disputes |",
    "| --- | --- |",
    ...Object.entries(totals).map(([key, amount]) => `| ${key} | ${(amount / 100).toFixed(2)} |`),
  ].join("\n");
  const [above = "", section] = before.split(heading);
  const isKnown = section !== undefined && !section.includes(notYet.trim());
  const lead = months >= 12 || isKnown ? "" : notYet;
  const earlier = section?.includes("\n### ") ? section.slice(section.indexOf("\n### ") + 1) : "";
  const text = `${above.trimEnd()}\n\n${introduction}\n\n${lead}${earlier}`;
  writeFileSync(file, `${text.trimEnd()}\n\n${run}\n`);
}

const introduction = `${heading}

\`npm run test:soak -- year\` adds to this section. Two nodes on one PostgreSQL, both gateway simulators and a mailbox live through 372
days: 120 buyers subscribe, unlock, pay by card, wallet, PayPal or in one tap, buy as guests and claim it, change their plan or method,
resume, cancel, withdraw, are refused, refunded and dispute; nodes, PostgreSQL and gateways fail at seeded moments. What must come of
it is reckoned from a journal of what the buyers were told, and compared with the gateways and with the ledger at each month's end.`;
