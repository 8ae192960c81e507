import { call } from "../../lib/api.ts";
import { storage } from "../../lib/storage.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { keepContinueHint } from "./continue-hint.ts";
import { createProgressReporter } from "./progress-reporter.ts";

const listeners = new Set<() => void>();

/** Tells when the server knows of progress that it did not know before. Answers how to stop. */
export function onProgressArrived(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's reporter. What an earlier visit could not send goes out when this module comes. */
export const reporter = createProgressReporter({
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  // Every send may outlive the page: nobody knows which one is the last.
  send: async (list) => {
    await call("POST /api/user/history", { list }, { keepalive: true, quiet: true });
  },
  identify: async () => {
    const user = await call("GET /api/user", undefined, { quiet: true });
    storage.set("userId", user.id);
  },
  owner: () => storage.get("userId"),
  read: () => storage.get("progress"),
  write: (text) => (text === null ? storage.remove("progress") : storage.set("progress", text)),
  arrived() {
    keepContinueHint(true);
    for (const listener of listeners) listener();
  },
});

if (typeof window !== "undefined") {
  window.addEventListener("online", reporter.flush);
  window.addEventListener("pagehide", reporter.flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") reporter.flush();
  });
  // What an earlier visit could not send. Not while the page is being taken over.
  whenIdle(reporter.flush);
}
