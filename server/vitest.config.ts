import { defineConfig } from "vitest/config";
import { limits } from "../vitest.limits.ts";

export default defineConfig({
  test: {
    ...limits,
    name: "server",
    root: import.meta.dirname,
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "migrations/**/*.test.ts"],
    globalSetup: ["./test/global-setup.ts"],
    setupFiles: ["./test/leaks-setup.ts"],
    // Loading the server's modules anew for each file was a sixth of the suite's time. So no file may change what a
    // module holds, and leaks-setup.ts fails the file that leaves something open.
    isolate: false,
  },
});
