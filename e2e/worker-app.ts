import type { App } from "./start-app.ts";

/** A worker's app for all files of one kind, with the changes that they made to it. */
export interface WorkerApp extends App {
  /** The configuration entries that tests have set, by key. */
  configured: Map<string, string>;
  /** What was added to its catalogue, by name. */
  added: Map<string, Promise<void>>;
}

/** Adds to the catalogue of a worker's app, unless an earlier test of this worker did. */
export function addOnce(app: WorkerApp, name: string, run: () => Promise<void>): Promise<void> {
  const started = app.added.get(name) ?? run();
  app.added.set(name, started);
  return started;
}
