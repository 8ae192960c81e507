import type { ConsoleCaptions, Language } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { UNDOABLE_MS } from "#platform/effect";
import { changedMeanwhile, type DomainError, invalid, notFound } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import type { MediaStore } from "#platform/storage";
import { type Cue, parseCues, writeCues } from "../caption-cues.ts";
import { captionFile } from "../captions.ts";
import { findEpisodeCaption } from "../films/repository.ts";
import * as media from "../repository.ts";
import { forgetBrought } from "../uploads/repository.ts";
import * as repository from "./repository.ts";

/** Captions by episode and language. */
export interface CaptionsOf {
  id: string;
  language: Language;
}

/** What changing captions needs: the store holds the files that players load. */
export interface CaptionContext extends Acting {
  store: MediaStore;
}

/** Returns the captions of an episode in one language. */
export async function readCaptions(db: Db, key: CaptionsOf): Promise<ConsoleCaptions> {
  const found = await findEpisodeCaption(db, key);
  if (!found?.caption) throw notFound();
  const { caption, duration } = found;
  return {
    ...key,
    file: caption.file,
    duration,
    cues: parseCues(caption.body, "vtt").map(({ start, end, text }) => ({ start, end, text: plain(text) })),
  };
}

/** Shows captions earlier or later. They may not begin before the film. */
export async function shiftCaptions(
  context: CaptionContext,
  { from, ms, ...key }: CaptionsOf & { from: string; ms: number },
): Promise<void> {
  if (ms === 0) throw invalid([faultAt("ms", (t) => t("captionFault.zero"))]);
  await audited(context, { action: "captions.change" }, async (trx) => {
    const { seriesId, number, assetId, caption } = await requireSeen(context, trx, { ...key, from });
    const cues = parseCues(caption.body, "vtt");
    const first = Math.min(...cues.map(({ start }) => start));
    if (Math.round(first * 1000) + ms < 0)
      throw invalid([
        faultAt("ms", (t) =>
          t("captionFault.early", { seconds: first.toFixed(3), most: Math.round(first * 1000) }),
        ),
      ]);
    const body = writeCues(cues.map((cue) => shifted(cue, ms / 1000)));
    const file = captionFile(key.language, body);
    await media.saveCaption(trx, { episodeId: key.id, language: key.language, file, body });
    if (assetId) await context.store.addTexts(`assets/${assetId}`, [{ file, body }]);
    const subject = { kind: "series", id: seriesId };
    const after = { episode: number, language: key.language, shiftMs: ms, file };
    return { result: undefined, changes: [{ subject, before: { file: from }, after }] };
  });
}

/** Deletes captions. A day long {@link undoRemovedCaptions} brings them back. */
export async function removeCaptions(
  context: Acting,
  { from, ...key }: CaptionsOf & { from: string },
): Promise<void> {
  await audited(context, { action: "captions.delete" }, async (trx) => {
    const { seriesId, number } = await requireSeen(context, trx, { ...key, from });
    await repository.moveAside(trx, { ...key, at: context.clock.now() });
    await forgetBrought(trx, { ...key, seriesId, episodeId: key.id, number, kind: "captions" });
    const subject = { kind: "series", id: seriesId };
    const before = { episode: number, language: key.language, file: from };
    return { result: undefined, changes: [{ subject, before, after: null }] };
  });
}

/** Brings back deleted captions, unless there are others by now. */
export async function undoRemovedCaptions(
  context: CaptionContext,
  { id, captions }: { id: string; captions: { episode: string; language: Language; file: string } },
): Promise<void> {
  await audited(context, { action: "series.undo" }, async (trx) => {
    const { episode, language, file } = captions;
    const found = await findEpisodeCaption(trx, { id: episode, language }, { lock: true });
    if (found?.seriesId !== id) throw notFound();
    if (found.caption?.file === file) return { result: undefined, changes: [] };
    const since = new Date(context.clock.now().getTime() - UNDOABLE_MS);
    const kept = await repository.takeBack(trx, { episode, language, file, since });
    if (!kept) throw notFound();
    if (found.caption) throw changed(context);
    await media.saveCaption(trx, { episodeId: episode, language, ...kept });
    if (found.assetId) await context.store.addTexts(`assets/${found.assetId}`, [kept]);
    const subject = { kind: "series", id };
    const after = { episode: found.number, language, file };
    return { result: undefined, changes: [{ subject, before: null, after }] };
  });
}

async function requireSeen(context: Acting, trx: Trx, { from, ...key }: CaptionsOf & { from: string }) {
  const found = await findEpisodeCaption(trx, key, { lock: true });
  if (!found?.caption) throw notFound();
  if (found.caption.file !== from) throw changed(context);
  return { ...found, caption: found.caption };
}

function changed({ clock }: Acting): DomainError {
  return changedMeanwhile({ by: null, at: clock.now() });
}

function shifted(cue: Cue, seconds: number): Cue {
  return { ...cue, start: cue.start + seconds, end: cue.end + seconds };
}

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** Returns the words of a cue without its marks. */
function plain(text: string): string {
  return text.replace(/<\/?[biu]>/g, "").replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
