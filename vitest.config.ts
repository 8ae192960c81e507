import { defineConfig } from "vitest/config";

// The server's tests need a database and so have a config of their own.
export default defineConfig({
  test: {
    projects: [
      "server/vitest.config.ts",
      { test: { name: "contract", root: "contract", include: ["src/**/*.test.ts"] } },
      // Its programs run in processes of their own, which a busy machine starts late.
      { test: { name: "sandbox", root: "sandbox", include: ["src/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "web", root: "web", include: ["src/**/*.test.{ts,tsx}"] } },
      { test: { name: "tools", root: "tools", include: ["**/*.test.ts"] } },
    ],
  },
});
