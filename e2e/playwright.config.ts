import { defineConfig } from "@playwright/test";

/** Journeys in the system's Chromium against the real app, which `start-app.ts` starts on a data folder of its own. */
export default defineConfig({
  testDir: ".",
  globalSetup: "./start-app.ts",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env["CI"]),
  // A busy machine may miss a moment once; at a desk, a journey that fails is looked at.
  retries: process.env["CI"] ? 1 : 0,
  outputDir: "test-results",
  use: {
    // Set by start-app.ts before a worker reads this.
    ...(process.env["ORIGIN"] ? { baseURL: process.env["ORIGIN"] } : {}),
    viewport: { width: 390, height: 844 },
    locale: "en-US",
    serviceWorkers: "block",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
});
