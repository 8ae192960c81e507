import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Lock, Server, Upload } from "@tus/server";
import type { Db } from "#platform/db/database";
import * as repository from "./repository.ts";

const RETRY_MS = 150;
const NO_CORS = /^access-control-/i;

/** What receives the bytes of uploads. */
export interface Receiver {
  /** Answers a HEAD or PATCH request of the tus protocol. */
  answer(request: Request): Promise<Response>;
}

/**
 * Opens what receives uploads by the tus protocol. Uploads are created by a call of their own, so that no request can
 * create one, or empty a file that is complete. The offset is the size of the file, so nothing can disagree with it.
 */
export async function openReceiver(db: Db, folder: string): Promise<Receiver> {
  await endDeadLeases(db);
  const server = new Server({
    path: "/api/console/tus",
    datastore: new FileStore({ directory: folder, configstore: declared(db) }),
    locker: leases(db),
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
  });
  return {
    async answer(request) {
      const response = await server.handleWeb(request);
      const headers = new Headers([...response.headers].filter(([name]) => !NO_CORS.test(name)));
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

/** The sizes of uploads, as they were declared. */
function declared(db: Db) {
  return {
    async get(id: string) {
      const found = await repository.findUpload(db, id);
      return found?.state === "receiving" ? new Upload({ id, size: found.size, offset: 0 }) : undefined;
    },
    // Rows change by our own rules alone.
    set: async () => undefined,
    delete: async () => undefined,
  };
}

/** Locks that are rows: they hold across processes and poolers, and end by themselves when their process is gone. */
function leases(db: Db) {
  const held = new Map<string, () => Promise<void> | void>();
  return {
    newLock(id: string): Lock {
      const lease = `${hostname()}:${process.pid}:${randomUUID()}`;
      return {
        async lock(signal, cancel) {
          while (!(await repository.takeLease(db, id, lease))) {
            // A browser that comes back asks the request that it left to end.
            await held.get(id)?.();
            // The library answers with what is thrown here.
            if (signal.aborted)
              throw Object.assign(new Error("The upload is locked."), ERRORS.ERR_LOCK_TIMEOUT);
            await pause(RETRY_MS);
          }
          held.set(id, cancel);
        },
        async unlock() {
          held.delete(id);
          await repository.giveLease(db, id, lease);
        },
      };
    },
  };
}

/** Ends the leases of this machine's processes that were killed, so that an upload goes on without waiting for their end. */
async function endDeadLeases(db: Db): Promise<void> {
  for (const { id, lease } of await repository.listLeases(db))
    if (isOfDeadProcess(lease)) await repository.giveLease(db, id, lease);
}

function isOfDeadProcess(lease: string): boolean {
  const [host, pid] = lease.split(":");
  if (host !== hostname()) return false;
  // A container's process has the same number each time, and this one holds no lease yet.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
