import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Db } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import { isAlive } from "#platform/processes";
import type { Say } from "#platform/said";
import { findDelegatedGroup, isGrouped } from "../encode-group.ts";
import * as repository from "./repository.ts";

/** A worker without a heartbeat for this long counts as dead. */
export const WORKER_SILENCE_SECONDS = 15;

/** Describes this process as a worker. */
export function thisWorker(): repository.Worker {
  return { id: randomWord(9), host: thisHost(), pid: process.pid };
}

/**
 * Removes the workers of this host whose process is gone, so that nothing waits for them.
 * @returns whether a worker is alive, here or elsewhere
 */
export async function removeDeadWorkers(db: Db): Promise<boolean> {
  for (const worker of await repository.listWorkers(db, thisHost())) {
    if (!isAlive(worker.pid)) await repository.removeWorker(db, worker.id);
  }
  return repository.isWorkerAlive(db, WORKER_SILENCE_SECONDS);
}

/** Returns how the worker of this host keeps its encodes from slowing viewers, null without a worker. */
export async function describePriority(db: Db): Promise<Say | null> {
  const workers = await repository.listWorkers(db, thisHost());
  const worker = workers.find(({ pid }) => isAlive(pid));
  if (!worker) return null;
  const folder = await findDelegatedGroup(worker.pid);
  if (folder !== null && (await isGrouped(folder))) return (t) => t("health.encodes.grouped");
  return (t) => t("health.encodes.plain");
}

/** The host name and, on Linux, the process namespace: containers may share the one and not the other. */
function thisHost(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return hostname();
    throw error;
  }
}
