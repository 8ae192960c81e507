import type { App } from "./start-app.ts";

/** An app that its worker keeps for all files of its kind, and what they have changed in it. */
export interface WorkerApp extends App {
  /** The configuration entries that are set, by key. */
  configured: Map<string, string>;
  /** Imports that were started, by name. */
  imported: Map<string, Promise<void>>;
}

/** Imports something into a worker's app, unless an earlier test of this worker did. */
export function importOnce(app: WorkerApp, name: string, run: () => Promise<void>): Promise<void> {
  const started = app.imported.get(name) ?? run();
  app.imported.set(name, started);
  return started;
}
