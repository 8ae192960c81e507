import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { findSource, listSourceEpisodes, listSources, type Source, textIn, withdrawSeries } from "#catalogue";
import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { plainText } from "#platform/terminal";
import { MediaError } from "./confine.ts";
import * as repository from "./repository.ts";
import { readSeriesFile } from "./series-file.ts";

/**
 * Removes a series: it is hidden at once, and its videos are deleted after a day. Its rows stay, so that purchases
 * and history work again when it returns.
 * @param which its folder, even if it no longer exists, or its id
 * @returns what was done, and how to undo it
 * @throws MediaError when there is no such series
 */
export async function removeSeries(acting: Acting, which: string): Promise<string> {
  const { db, clock } = acting;
  const source = (await findSource(db, { id: which })) ?? (await findByFolder(db, which));
  if (!source) {
    throw new MediaError(
      `There is no series with the id or the folder ${which}. "npm run ingest -- --list" shows what there is.`,
    );
  }
  const title = textIn(source.title, "en");
  const videos = await repository.listSeriesAssets(db, source.id);
  if (!source.visible && videos.length === 0)
    return `“${plainText(title)}” is already removed. ${howBack(source)}`;
  await audited(acting, { action: "series.withdraw" }, async (trx) => {
    const episodes = await listSourceEpisodes(trx, source.id);
    await withdrawSeries(trx, clock, source.id);
    await repository.removeAssetEpisodes(
      trx,
      episodes.map((episode) => episode.id),
    );
    const change = {
      subject: { kind: "series", id: source.id },
      before: { visible: source.visible, episodes: episodes.length },
      after: { visible: false, episodes: 0 },
    };
    return { result: undefined, changes: [change] };
  });
  const count = `${videos.length} ${videos.length === 1 ? "episode" : "episodes"}`;
  return `“${plainText(title)}” is removed, with ${count}. Its videos are deleted after a day. ${howBack(source)}`;
}

/** The folder may have been moved or deleted; then its path must suffice. */
async function findByFolder(db: Db, path: string): Promise<Source | undefined> {
  const { key } = await readSeriesFile(join(path, "series.yaml")).catch(() => ({ key: undefined }));
  const real = await realpath(path).catch(() => path);
  return findSource(db, { sourceKey: key ? `key:${key}` : `folder:${real}` });
}

function howBack({ sourceKey }: Source): string {
  const [kind, rest] = split(sourceKey);
  if (kind === "folder") return `To bring it back: npm run ingest -- "${plainText(rest)}"`;
  if (kind === "bundle") return "To bring it back: npm run bundle -- import with the folder that it came in.";
  return "To bring it back, ingest its folder again.";
}

function split(sourceKey: string): [string, string] {
  const at = sourceKey.indexOf(":");
  return [sourceKey.slice(0, at), sourceKey.slice(at + 1)];
}

/** Returns lines for each series: its id, title, playable and waiting episodes, and its folder. */
export async function listLines(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const source of await listSources(db)) {
    const videos = await repository.listSeriesAssets(db, source.id);
    const count = (state: string) => videos.filter((video) => video.state === state).length;
    const waiting = count("queued") + count("encoding");
    const state = [
      source.visible ? `${source.episodes} ${source.episodes === 1 ? "episode" : "episodes"}` : "not shown",
      ...(waiting > 0 ? [`${waiting} being prepared`] : []),
      ...(count("failed") > 0 ? [`${count("failed")} could not be prepared`] : []),
    ];
    lines.push(
      `${source.id}  ${plainText(textIn(source.title, "en"))}: ${state.join(", ")}`,
      `  ${plainText(source.sourceKey.replace(/^folder:/, ""))}`,
    );
  }
  return lines;
}
