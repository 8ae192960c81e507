import { join } from "node:path";
import { parseArgs } from "node:util";
import { live } from "./year/live.ts";
import { writeResult } from "./year/report.ts";

/**
 * A year of business, with everything that goes wrong in one, after which the books are equal to the cent:
 *
 *     npm run test:soak -- year [--seed N] [--buyers N] [--months N] [--stories A,B] [--out FILE]
 *
 * The same seed gives the same buyers, moments and troubles. Exits with 1 at the first breach, with the journal of its buyer.
 * YEAR_TRACE=1 prints every moment that it goes to.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20261123" },
    buyers: { type: "string", default: "120" },
    months: { type: "string", default: "12" },
    /** Only stories whose names have one of these in them, between commas. */
    stories: { type: "string" },
    /** Where the result goes. Short runs go nowhere unless this says so. */
    out: { type: "string" },
  },
});
const [seed, buyers, months] = [Number(values.seed), Number(values.buyers), Number(values.months)];
if (![seed, buyers, months].every((number) => Number.isInteger(number) && number >= 1))
  throw new Error("--seed, --buyers and --months are whole numbers from 1 on.");

const began = performance.now();
console.log(`Seed ${seed}: ${buyers} buyers, ${months} months`);
try {
  const { counts, totals } = await live({ seed, buyers, months, stories: values.stories });
  const minutes = (performance.now() - began) / 60_000;
  const whole = months >= 12 && buyers >= 120 && values.stories === undefined;
  const file = values.out ?? (whole ? join(import.meta.dirname, "../../../docs/soak.md") : null);
  if (file) writeResult(file, { seed, months, minutes, counts, totals });
  console.log(JSON.stringify({ counts, totals }, null, 2));
  console.log(`${minutes.toFixed(1)} minutes${file ? `, written to ${file}` : ""}`);
  console.log("1 passed, 0 failed");
} catch (error) {
  const { name, message, stack } = error as Error;
  console.error(`Seed ${seed}: ${name === "Breach" ? message : stack}`);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
process.exit();
