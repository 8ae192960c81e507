import { defineConfig } from "vitest/config";
import { limits } from "./vitest.limits.ts";
import { compileMessages } from "./web/build/compile-messages.ts";
import { screens } from "./web/build/screens.ts";

/** Returns the configuration of a project other than the server's. Its files run in separate processes. */
const project = (name: string, include = ["src/**/*.test.ts"]) => ({
  test: { ...limits, name, root: name, include },
});

// The server's tests need a database and therefore have their own configuration.
export default defineConfig({
  test: {
    maxWorkers: limits.maxWorkers,
    projects: [
      "server/vitest.config.ts",
      project("contract"),
      project("sandbox"),
      {
        plugins: [compileMessages({ pluralsByForm: true }), screens("web")],
        ...project("web", ["src/**/*.test.{ts,tsx}"]),
      },
      { plugins: [compileMessages()], ...project("console", ["src/**/*.test.{ts,tsx}"]) },
      project("tools", ["**/*.test.ts"]),
    ],
  },
});
