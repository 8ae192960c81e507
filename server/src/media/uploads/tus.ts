import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { FileStore } from "@tus/file-store";
import { DataStore, ERRORS, type Lock, Server, Upload } from "@tus/server";
import type { Db } from "#platform/db/database";
import { isAlive } from "#platform/processes";
import { StoreUnavailableError } from "#platform/store/breaker";
import type { UploadFiles } from "./files.ts";
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
 * create one, or empty a file that is complete. The offset is how many bytes are here, so nothing can disagree with it.
 */
export async function openReceiver(db: Db, uploads: UploadFiles): Promise<Receiver> {
  await endDeadLeases(db);
  const server = new Server({
    path: "/api/console/tus",
    datastore: datastoreOf(db, uploads),
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

/**
 * Answers a HEAD request about a file that is here whole. The browser asks when it lost the answer to the last piece, and would
 * otherwise say that the file could not be sent.
 */
export function answerArrived({ size }: { size: number }): Response {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-offset": String(size),
    "upload-length": String(size),
    "cache-control": "no-store",
  };
  return new Response(null, { headers });
}

function datastoreOf(db: Db, { pieces, received }: UploadFiles): DataStore {
  if ("folder" in pieces) return new FileStore({ directory: pieces.folder, configstore: declared(db) });
  const { add } = pieces;
  return Object.assign(new DataStore(), {
    async getUpload(id: string) {
      const upload = await declared(db).get(id);
      if (!upload) throw Object.assign(new Error("No such upload."), ERRORS.FILE_NOT_FOUND);
      return new Upload({ id, size: upload.size ?? 0, offset: await received(id).catch(unavailable) });
    },
    async write(body: Readable, id: string, offset: number) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
      } finally {
        // Of a piece that is cut, what arrived is kept.
        await add(id, offset, Buffer.concat(chunks)).catch(unavailable);
      }
      return chunks.reduce((end, { length }) => end + length, offset);
    },
  });
}

/** Answers 503 while the bucket is away, as the library says it: the browser sends the piece again. */
function unavailable(error: unknown): never {
  if (!(error instanceof StoreUnavailableError)) throw error;
  throw Object.assign(error, { status_code: error.statusCode, body: "The media storage does not answer." });
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
  return Number(pid) === process.pid || !isAlive(Number(pid));
}
