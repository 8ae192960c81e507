import { defineConfig } from "vitest/config";
import { limits } from "./vitest.limits.ts";
import { compileMessages } from "./web/build/compile-messages.ts";
import { screens } from "./web/build/screens.ts";

/** A project beside the server's: its files share no process. */
const project = (name: string, include = ["src/**/*.test.ts"]) => ({
  test: { ...limits, name, root: name, include },
});

// The server's tests need a database and so have a config of their own.
export default defineConfig({
  test: {
    maxWorkers: limits.maxWorkers,
    projects: [
      "server/vitest.config.ts",
      project("contract"),
      project("sandbox"),
      { plugins: [compileMessages(), screens("web")], ...project("web", ["src/**/*.test.{ts,tsx}"]) },
      project("tools", ["**/*.test.ts"]),
    ],
  },
});
