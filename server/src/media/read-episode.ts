import { realpath, stat } from "node:fs/promises";
import { languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { hashOf, type MediaStore } from "#platform/storage";
import { nameOf } from "#platform/terminal";
import { type CaptionText, readCaption } from "./captions.ts";
import { KilledError, MediaError, type MediaTools } from "./confine.ts";
import { DiskFullError, diskFullSentence, isDiskFull } from "./disk-full.ts";
import { chooseSubtitles, readSubtitles } from "./embedded.ts";
import type { Profile } from "./ladder.ts";
import { type Probe, probe } from "./probe.ts";
import * as repository from "./repository.ts";
import type { EpisodeFile } from "./series-folder.ts";

/** An episode whose video can be read. `unread` lists the languages whose captions cannot be read. */
export interface Readable extends EpisodeFile {
  hash: string;
  /** What the video is; null when it was encoded before and cannot be read any more. */
  found: Probe | null;
  texts: CaptionText[];
  unread: string[];
}

/** Sentences for the operator: what was left out, and other notes. */
export interface IngestMessages {
  faults: string[];
  notes: string[];
}

interface Context {
  db: Db;
  store: MediaStore;
  tools: MediaTools;
  profile: Profile;
}

/** Probes a video, reads its captions, and copies a new video into the spool. Returns null if it is not a video. */
export async function readEpisode(
  { db, store, tools, profile }: Context,
  episode: EpisodeFile,
  { faults, notes }: IngestMessages,
): Promise<Readable | null> {
  const name = nameOf(episode.path);
  try {
    const path = await realpath(episode.path);
    if (!(await stat(path)).isFile()) throw new MediaError((t) => t("mediaFault.notFile", { name }));
    const hash = await hashOf(path);
    const known = await repository.reuseAsset(db, hash, profile);
    const isReady = known?.state === "ready";
    const found = await probe(tools, path, { name }).catch((error: unknown) => {
      // It is already encoded, so only its captions are read again.
      if (isReady && error instanceof MediaError) return null;
      throw error;
    });
    if (!isReady) await store.takeIn(path, `spool/${hash}`);
    const texts: CaptionText[] = [];
    const unread: string[] = found ? [] : [...languages];
    for (const { path: file, language } of episode.captions) {
      const text = await readCaption(file, language).catch((error: unknown) => {
        faults.push(faultOf(error, file));
        unread.push(language);
      });
      if (text) texts.push(text);
    }
    const subtitles = chooseSubtitles(
      name,
      found?.subtitles ?? [],
      episode.captions.map(({ language }) => language),
    );
    const embedded = await readSubtitles(tools, path, name, subtitles).catch((error: unknown) => {
      if (error instanceof KilledError) throw error;
      faults.push(faultOf(error, episode.path));
      unread.push(...subtitles.chosen.map(({ language }) => language));
      return [];
    });
    if (!isReady) notes.push(...(found?.leftOut ?? []), ...subtitles.notes);
    return { ...episode, hash, found, texts: [...texts, ...embedded], unread };
  } catch (error) {
    if (isDiskFull(error)) throw new DiskFullError(diskFullSentence(name), { cause: error });
    if (error instanceof KilledError) throw error;
    faults.push(faultOf(error, episode.path));
    return null;
  }
}

/** Returns the message about an unreadable file. Throws errors that the file did not cause. */
export function faultOf(error: unknown, path: string): string {
  const name = nameOf(path);
  if (isDiskFull(error)) throw new DiskFullError(diskFullSentence(name), { cause: error });
  if (error instanceof MediaError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `${name} is a link to nothing, or was just removed.`;
  if (code === "EACCES" || code === "EPERM")
    return `${name} may not be read. Give this user the right to (chmod u+r).`;
  throw error;
}
