import { realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Db } from "#platform/db/database";
import { hashOf, type MediaStore } from "#platform/storage";
import { type CaptionText, readCaption } from "./captions.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import type { Profile } from "./ladder.ts";
import { probe } from "./probe.ts";
import * as repository from "./repository.ts";
import type { EpisodeFile } from "./series-folder.ts";

/** An episode whose video can be read; `unread` are the languages of captions that cannot. */
export interface Readable extends EpisodeFile {
  hash: string;
  texts: CaptionText[];
  unread: string[];
}

/** Looks into a video and its captions, and takes the video into the spool where it is new; null where it is none. */
export async function readEpisode(
  { db, store, tools, profile }: { db: Db; store: MediaStore; tools: MediaTools; profile: Profile },
  episode: EpisodeFile,
  faults: string[],
): Promise<Readable | null> {
  try {
    const path = await realpath(episode.path);
    if (!(await stat(path)).isFile()) throw new MediaError(`${basename(episode.path)} is not a file.`);
    const hash = await hashOf(path);
    const known = await repository.findAssetOf(db, hash, profile);
    if (known?.state !== "ready") {
      await probe(tools, path, { name: basename(episode.path) });
      await store.takeIn(path, `spool/${hash}`);
    }
    const texts: CaptionText[] = [];
    const unread: string[] = [];
    for (const { path: file, language } of episode.captions) {
      const text = await readCaption(file, language).catch((error: unknown) => {
        faults.push(faultOf(error, file));
        unread.push(language);
      });
      if (text) texts.push(text);
    }
    return { ...episode, hash, texts, unread };
  } catch (error) {
    faults.push(faultOf(error, episode.path));
    return null;
  }
}

/** What a person is told about a file that cannot be read; throws what is nobody's fault. */
export function faultOf(error: unknown, path: string): string {
  if (error instanceof MediaError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const name = basename(path);
  if (code === "ENOENT") return `${name} is a link to nothing, or was just removed.`;
  if (code === "EACCES" || code === "EPERM")
    return `${name} may not be read. Give this user the right to (chmod u+r).`;
  if (code === "ENOSPC") return `The disk is full: ${name} could not be taken in.`;
  throw error;
}
