// `npm run test:soak`: a long video and a long series, ingested and played to the end. Never part of the other tests.
import { runNode } from "./run-program.ts";

const { code } = await runNode("bench/soak/run.ts", process.argv.slice(2), { show: true });
process.exitCode = code;
