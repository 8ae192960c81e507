import { defineConfig } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { chromiumOptions } from "./chromium.ts";

/**
 * Browser tests in the system's Chromium against the real app. `start-app.ts` prepares a data folder once; each worker starts
 * its own app on a copy of it. Files run in parallel, the tests of a file in order.
 */
export default defineConfig({
  testDir: ".",
  // `npm test` leaves these to `.ci/run` (docs/decisions/0117-long-tests.md).
  testIgnore: process.env["SKIP_LONG"] ? ["**/*.long.spec.ts"] : [],
  globalSetup: "./start-app.ts",
  workers: "100%",
  timeout: timeLimit(60),
  expect: { timeout: timeLimit(15) },
  forbidOnly: Boolean(process.env["CI"]),
  // A busy CI machine may be too slow once. Without CI, every failure counts.
  retries: process.env["CI"] ? 1 : 0,
  outputDir: "test-results",
  use: {
    // Without these, an act that cannot succeed waits as long as its test may take.
    actionTimeout: timeLimit(30),
    navigationTimeout: timeLimit(30),
    viewport: { width: 390, height: 844 },
    locale: "en-US",
    serviceWorkers: "block",
    // Off, because a trace's evaluations count as user activation and cost CPU. `--trace on` records one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: chromiumOptions,
  },
});
