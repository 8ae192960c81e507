const patience = Number(process.env["TEST_PATIENCE"] ?? 1);
if (!(patience >= 1))
  throw new Error("TEST_PATIENCE multiplies the limits of tests; give a number from 1 on.");

/** Time limits in milliseconds, multiplied by TEST_PATIENCE: a machine that is busy with something else needs more. */
const limit = (seconds: number): number => seconds * 1_000 * patience;

/** What holds for the tests of every project. No test measures time. */
export const limits = {
  testTimeout: limit(30),
  hookTimeout: limit(30),
  expect: { poll: { timeout: limit(10) } },
  pool: "forks",
  // `npm test` divides the cores between these tests and the browser journeys.
  maxWorkers: process.env["TEST_WORKERS"] ? Number(process.env["TEST_WORKERS"]) : "100%",
  retry: process.env["CI"] ? 1 : 0,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
} as const;
