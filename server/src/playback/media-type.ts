import { extname } from "node:path";

const types: Record<string, string> = {
  // Apple HLS authoring specification 10.4 and RFC 8216, 10.
  ".m3u8": "application/vnd.apple.mpegurl",
  ".mp4": "video/mp4",
  ".m4s": "video/iso.segment",
  ".vtt": "text/vtt; charset=utf-8",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
};

/** Returns the media type of a file name. */
export function mediaTypeOf(name: string): string {
  return types[extname(name)] ?? "application/octet-stream";
}
