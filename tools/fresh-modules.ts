// Runs before and after every test file of a project whose files share a process (docs/decisions/0031-the-test-loop.md): each file
// finds the modules as if nobody had loaded them, and the globals as they were.
import { afterAll, vi } from "vitest";

vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
