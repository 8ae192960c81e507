// Runs one measurement for run.ts and sends it the outcome.
import type { Outcome } from "./measure.ts";

const { measure } = (await import(`./${process.argv[2]}.ts`)) as { measure(): Promise<Outcome> };
process.once("disconnect", () => process.exit(1));
process.send?.(await measure(), () => process.exit(0));
