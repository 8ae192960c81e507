import { useSyncExternalStore } from "react";
import { sendFile } from "../../lib/send-file.ts";

const AT_ONCE = 3;

/** A file on its way. */
export interface Sending {
  id: string;
  seriesId: string;
  name: string;
  size: number;
  sent: number;
  state: "waiting" | "sending" | "sent" | "failed";
}

interface Entry extends Sending {
  file: File;
}

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

function set(id: string, change: Partial<Entry>): void {
  replace(entries.map((one) => (one.id === id ? { ...one, ...change } : one)));
}

function replace(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** Returns the files on their way in this tab. They go on while other screens of the console are open. */
export function useSending(): readonly Sending[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => entries,
  );
}

/** Sends files to their uploads, three at once. A file that is on its way already is not sent twice. */
export function sendFiles(seriesId: string, files: readonly { id: string; file: File }[]): void {
  const known = new Set(entries.filter(({ state }) => state !== "failed").map(({ id }) => id));
  const added = files
    .filter(({ id }) => !known.has(id))
    .map(({ id, file }): Entry => {
      const { name, size } = file;
      return { id, file, seriesId, name, size, sent: 0, state: "waiting" };
    });
  const ids = new Set(added.map(({ id }) => id));
  replace([...entries.filter(({ id, state }) => !ids.has(id) && state !== "sent"), ...added]);
  fill();
}

/** Sends those again that could not be sent. */
export function sendFailed(): void {
  replace(entries.map((one) => (one.state === "failed" ? { ...one, state: "waiting" } : one)));
  fill();
}

const running = new Map<string, { abort(): Promise<void> }>();

/** Stops sending the files of a series; without one, those of all: their operator has signed out. */
export function stopSending(seriesId?: string): void {
  const isStopped = (one: Entry) => seriesId === undefined || one.seriesId === seriesId;
  for (const { id } of entries.filter(isStopped)) {
    void running.get(id)?.abort();
    running.delete(id);
  }
  replace(entries.filter((one) => !isStopped(one)));
  fill();
}

function fill(): void {
  const busy = entries.filter(({ state }) => state === "sending").length;
  for (const entry of entries.filter(({ state }) => state === "waiting").slice(0, AT_ONCE - busy)) {
    set(entry.id, { state: "sending" });
    void send(entry);
  }
}

async function send({ id, file }: Entry): Promise<void> {
  const upload = await sendFile(id, file, {
    progress: (sent) => set(id, { sent }),
    done: () => end(id, { state: "sent", sent: file.size }),
    failed: () => end(id, { state: "failed" }),
  });
  // It may have been stopped before it began.
  if (entries.some((one) => one.id === id)) running.set(id, upload);
  else void upload.abort();
}

function end(id: string, change: Partial<Entry>): void {
  running.delete(id);
  set(id, change);
  fill();
}
