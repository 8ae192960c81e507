import { call } from "../../lib/api.ts";
import { storage } from "../../lib/storage.ts";
import { onUserChange, saveUser } from "../../lib/user-id.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { setContinueHint } from "./continue-hint.ts";
import { createProgressReporter } from "./progress-reporter.ts";

const listeners = new Set<() => void>();

/** Adds a listener for new progress on the server. Returns a function that removes it. */
export function onProgressArrived(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's reporter. Reports that an earlier visit could not send are sent when this module loads. */
export const reporter = createProgressReporter({
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  // Any request may be the page's last one, so each may outlive the page.
  send: async (list) => {
    await call("POST /api/user/history", { list }, { keepalive: true, quiet: true });
  },
  identify: async () => {
    saveUser(await call("GET /api/user", undefined, { quiet: true }));
  },
  viewer: () => ({ id: storage.get("userId"), isMember: storage.get("userKind") === "member" }),
  read: () => storage.get("progress"),
  write: (text) => (text === null ? storage.remove("progress") : storage.set("progress", text)),
  onAccepted() {
    setContinueHint(true);
    for (const listener of listeners) listener();
  },
});

if (typeof window !== "undefined") {
  window.addEventListener("online", reporter.flush);
  window.addEventListener("pagehide", reporter.flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") reporter.flush();
  });
  // What waited for this user, or for the guest who has signed in, is sent now.
  onUserChange(reporter.flush);
  // Sends an earlier visit's reports, when idle, so that hydration is not delayed.
  whenIdle(reporter.flush);
}
