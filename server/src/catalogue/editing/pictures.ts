import type { PictureKind, SeriesContent } from "@cliffhanger/contract";
import type { Acting } from "#platform/db/audit";
import { UNDOABLE_MS } from "#platform/effect";
import { type DomainError, notFound } from "#platform/http/errors";
import { changedSince, type Edited, editing } from "./edit.ts";
import * as repository from "./repository.ts";

/** Sets the pictures of a series, in its draft when it is live. */
export async function changePictures(
  acting: Acting,
  id: string,
  pictures: Partial<Pick<SeriesContent, PictureKind>>,
): Promise<void> {
  await editing(acting, { id, action: "picture.change", cause: "change" }, async (_trx, { content }) => ({
    ...content,
    ...pictures,
  }));
}

/** One picture of a series, as an operator saw it: `from` is its address. */
export interface SeenPicture {
  id: string;
  kind: PictureKind;
  from: string | null;
}

/** Sets or removes a picture of a series, unless there is another one than the operator saw. */
export async function replacePicture(
  acting: Acting,
  { id, kind, from }: SeenPicture,
  image: SeriesContent[PictureKind],
): Promise<void> {
  const action = image ? "picture.change" : "picture.delete";
  await editing(acting, { id, action, cause: "change" }, async (_trx, edited) => {
    const present = edited.content[kind];
    if ((present?.url ?? null) !== from && present?.url !== image?.url) throw isAnother(edited, kind);
    return { ...edited.content, [kind]: image };
  });
}

/** Brings back the picture that the change to `version` removed, within a day. */
export async function undoRemoval(
  acting: Acting,
  { id, kind, version }: { id: string; kind: PictureKind; version: number },
): Promise<void> {
  await editing(acting, { id, action: "series.undo", cause: "change" }, async (trx, edited) => {
    const [before, after] = await Promise.all([
      repository.findVersion(trx, id, version - 1),
      repository.findVersion(trx, id, version),
    ]);
    const image = before?.[kind];
    const at = (await repository.listVersions(trx, id)).find((one) => one.version === version)?.at;
    const isOver = !at || acting.clock.now().getTime() - at.getTime() > UNDOABLE_MS;
    if (!image || after?.[kind] || isOver) throw notFound();
    if (edited.content[kind] && edited.content[kind].url !== image.url) throw isAnother(edited, kind);
    return { ...edited.content, [kind]: image };
  });
}

function isAnother(edited: Edited, kind: PictureKind): DomainError {
  return changedSince(edited, { [kind]: edited.content[kind]?.url ?? null });
}
