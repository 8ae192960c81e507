import { readGrant } from "./grant-keeper.ts";

/**
 * Fetches what an episode needs for its first frame into the browser's cache: multivariant playlist, one media
 * playlist, init and first segment. Failures are of no consequence: the player fetches for itself.
 * @param height the rendition to warm; the first listed when the episode has none of that height
 */
export async function warm(hls: string, height: number | null, signal: AbortSignal): Promise<void> {
  const base = new URL(hls, location.href);
  const read = async (url: URL) => (await fetch(url, { signal, priority: "low" })).text();
  const media = new URL(chooseVariant(await read(base), height) ?? "", base);
  if (!readGrant(media.pathname) || media.href === base.href) return;
  const files = firstFiles(await read(media)).map((file) => new URL(file, media));
  await Promise.all(
    files.map(async (file) => (await fetch(file, { signal, priority: "low" })).arrayBuffer()),
  );
}

/** The media playlist of the rendition with that height in a multivariant playlist, else the first. */
export function chooseVariant(multivariant: string, height: number | null): string | null {
  const lines = multivariant.split(/\r?\n/);
  const variants = lines.flatMap((line, index) => {
    const uri = lines[index + 1];
    return line.startsWith("#EXT-X-STREAM-INF:") && uri ? [{ line, uri }] : [];
  });
  const same = variants.find(({ line }) => Number(/RESOLUTION=\d+x(\d+)/.exec(line)?.[1]) === height);
  return (same ?? variants[0])?.uri ?? null;
}

/** The init segment and the first segment of a media playlist. */
export function firstFiles(playlist: string): string[] {
  const init = /^#EXT-X-MAP:.*URI="([^"]+)"/m.exec(playlist)?.[1];
  const first = playlist.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#"));
  return [init, first].filter((file) => file !== undefined);
}
