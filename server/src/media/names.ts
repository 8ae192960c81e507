/** Name of the queue of sources to encode; its jobs are `{ assetId }`. */
export const TRANSCODE = "media.transcode";

/** Name of the queue of uploads whose bytes are all here; its jobs are `{ uploadId }`. */
export const TAKE_IN = "media.take-in";

/** R104: the default number of free episodes. */
export const FREE_EPISODES = 8;

/** The name of the cleanup of media among the tasks of the upkeep. */
export const MEDIA_CLEANUP = "media cleanup";

/** The playlist that players open. */
export const MULTIVARIANT = "index.m3u8";

/** Allowed file names of an asset. Any other name is refused before the disk is accessed. */
export const ASSET_FILE = /^[a-z0-9_-]{1,64}\.(?:m3u8|m4s|mp4|vtt|jpg|webp)$/;

/** Allowed names in `images/`: `<hash>-<width>.webp` or `.avif`. */
export const IMAGE_FILE = /^[a-f0-9]{20}-[1-9][0-9]{1,3}\.(?:webp|avif)$/;

/** The files of one rendition; `segments` is a pattern with `%05d`. */
export interface RenditionFiles {
  playlist: string;
  init: string;
  segments: string;
}

/** Returns the file names of the rendition whose short edge is `label`. */
export function renditionFiles(label: number): RenditionFiles {
  return streamFiles(`v${label}`);
}

/** Returns the file names of the rendition with this playlist. */
export function renditionFilesOf(playlist: string): RenditionFiles {
  return streamFiles(playlist.slice(0, -".m3u8".length));
}

/** Name of the I-frame rendition. */
export const IFRAMES = "iframes";

/** Returns the file names of the stream with this name. */
export function streamFiles(name: string): RenditionFiles {
  return { playlist: `${name}.m3u8`, init: `${name}-init.mp4`, segments: `${name}-%05d.m4s` };
}

/** The seek preview: a sprite, and the WebVTT file that divides it into tiles. */
export const STORYBOARD = { picture: "storyboard.jpg", cues: "storyboard.vtt" };
