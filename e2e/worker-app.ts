import type { App } from "./start-app.ts";

/** A worker's app for all files of one kind, with the changes that they made to it. */
export interface WorkerApp extends App {
  /** The configuration entries that tests have set, by key. */
  configured: Map<string, string>;
  /** The imports that were started, by name. */
  imported: Map<string, Promise<void>>;
}

/** Runs an import into a worker's app, unless an earlier test of this worker did. */
export function importOnce(app: WorkerApp, name: string, run: () => Promise<void>): Promise<void> {
  const started = app.imported.get(name) ?? run();
  app.imported.set(name, started);
  return started;
}
