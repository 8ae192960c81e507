import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { limits } from "./vitest.limits.ts";
import { compileMessages } from "./web/build/compile-messages.ts";
import { screens } from "./web/build/screens.ts";

const freshModules = join(import.meta.dirname, "tools/fresh-modules.ts");

/**
 * Returns the configuration of a project other than the server's. Most files take less than a process to start: they share one, but
 * neither modules nor stubs.
 */
const sharing = (name: string, include = ["src/**/*.test.ts"]) => ({
  test: { ...limits, name, root: name, include, isolate: false, setupFiles: [freshModules] },
});

// The server's tests need a database and therefore have their own configuration.
export default defineConfig({
  test: {
    maxWorkers: limits.maxWorkers,
    projects: [
      "server/vitest.config.ts",
      sharing("contract"),
      sharing("sandbox"),
      {
        plugins: [compileMessages({ pluralsByForm: true }), screens("web")],
        ...sharing("web", ["src/**/*.test.{ts,tsx}"]),
      },
      { plugins: [compileMessages()], ...sharing("console", ["src/**/*.test.{ts,tsx}"]) },
      sharing("tools", ["**/*.test.ts"]),
    ],
  },
});
