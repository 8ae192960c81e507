import { defineConfig } from "vitest/config";
import { compileMessages } from "./web/build/compile-messages.ts";

// Room for a machine that is busy with something else: no test measures time.
const patient = { testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } };

// The server's tests need a database and so have a config of their own.
export default defineConfig({
  test: {
    projects: [
      "server/vitest.config.ts",
      { test: { ...patient, name: "contract", root: "contract", include: ["src/**/*.test.ts"] } },
      // Its programs run in processes of their own, which a busy machine starts late.
      {
        test: {
          ...patient,
          name: "sandbox",
          root: "sandbox",
          include: ["src/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [compileMessages()],
        test: { ...patient, name: "web", root: "web", include: ["src/**/*.test.{ts,tsx}"] },
      },
      { test: { ...patient, name: "tools", root: "tools", include: ["**/*.test.ts"] } },
    ],
  },
});
