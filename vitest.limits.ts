import { timeLimit } from "./tools/time-limit.ts";

/** The settings that tests of every project share. No test measures time. */
export const limits = {
  // What `npm test` leaves out (docs/decisions/0117-long-tests.md): `.ci/run` includes the long ones, and `npm run test:long` runs
  // the others by its programs.
  exclude: [
    ...(process.env["SKIP_LONG"] ? ["**/*.long.test.ts"] : []),
    ...(process.env["TEST_PROGRAM"] ? [] : ["**/*.program.test.ts"]),
  ],
  testTimeout: timeLimit(30),
  hookTimeout: timeLimit(30),
  expect: { poll: { timeout: timeLimit(10) } },
  pool: "forks" as const,
  // `npm test` divides the cores between these tests and the browser tests.
  maxWorkers: process.env["TEST_WORKERS"] ? Number(process.env["TEST_WORKERS"]) : "100%",
  retry: process.env["CI"] ? 1 : 0,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
};
