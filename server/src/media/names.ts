/** The one file that a player is sent to. */
export const MULTIVARIANT = "index.m3u8";

/** What a file of an asset may be called; anything else is refused before the disk is touched. */
export const ASSET_FILE = /^[a-z0-9_-]{1,64}\.(?:m3u8|m4s|mp4|vtt|jpg|webp)$/;

/** `images/<hash>-<width>.webp` or `.avif` without the folder. */
export const IMAGE_FILE = /^[a-f0-9]{20}-[1-9][0-9]{1,3}\.(?:webp|avif)$/;

/** The files of one rendition; `segments` counts with `%05d`. */
export interface RenditionFiles {
  playlist: string;
  init: string;
  segments: string;
}

/** File names of one rendition, `label` being its short edge. */
export function renditionFiles(label: number): RenditionFiles {
  return streamFiles(`v${label}`);
}

/** The files beside a rendition's playlist of that name. */
export function renditionFilesOf(playlist: string): RenditionFiles {
  return streamFiles(playlist.slice(0, -".m3u8".length));
}

/** What the rendition of key frames alone is called. */
export const IFRAMES = "iframes";

/** File names of a stream of that name. */
export function streamFiles(name: string): RenditionFiles {
  return { playlist: `${name}.m3u8`, init: `${name}-init.mp4`, segments: `${name}-%05d.m4s` };
}

/** The scrubber's pictures: a sprite and the WebVTT that cuts it up. */
export const STORYBOARD = { picture: "storyboard.jpg", cues: "storyboard.vtt" };
