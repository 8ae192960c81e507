import type { Startup } from "@cliffhanger/contract";
import { type PendingSegment, takePrefetchedSegment } from "./segment-prefetch.ts";

/** A file that needs no request: it is in memory, or already loading. */
export interface LocalFile extends Omit<PendingSegment, "body"> {
  body: Promise<string | ArrayBuffer>;
}

/** Finds the local file of an address; null where it must be requested. */
export type FindLocalFile = (url: string) => LocalFile | null;

/** Returns the lookup of local files: those that came with an episode's address, and the prefetched segment. */
export function localFiles(startup: Startup | null): FindLocalFile {
  return (url) => {
    const name = new URL(url, "http://local").pathname.split("/").at(-1) ?? "";
    const text = startup?.playlists[name];
    if (text !== undefined) return inMemory(text, text.length);
    const init = startup?.inits[name];
    if (init === undefined) return takePrefetchedSegment(url);
    const bytes = Uint8Array.from(atob(init), (character) => character.charCodeAt(0));
    return inMemory(bytes.buffer, bytes.length);
  };
}

function inMemory(body: string | ArrayBuffer, length: number): LocalFile {
  const now = performance.now();
  return {
    body: Promise.resolve(body),
    times: { start: now, first: now, end: now },
    bytes: { loaded: length, total: length },
    cancel: () => undefined,
  };
}
