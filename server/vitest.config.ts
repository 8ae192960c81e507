import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    root: import.meta.dirname,
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "migrations/**/*.test.ts"],
    globalSetup: ["./test/global-setup.ts"],
    // Room for a machine that is busy with something else: no test measures time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
