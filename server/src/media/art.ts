import { mkdir } from "node:fs/promises";
import type { Image } from "@cliffhanger/contract";
import type { MediaTools } from "./confine.ts";
import { type FrameSource, withFrame } from "./frames.ts";
import { type ImageKind, makeImage } from "./images.ts";

/** Makes pictures of these kinds from a representative frame of a prepared asset. Creates the folder `images`. */
export async function makeArt<K extends ImageKind>(
  tools: MediaTools,
  asset: FrameSource,
  kinds: readonly K[],
  images: string,
): Promise<Partial<Record<K, Image>>> {
  await mkdir(images);
  return withFrame(tools, asset, async (frame) => {
    const made: Partial<Record<K, Image>> = {};
    for (const kind of kinds) made[kind] = await makeImage(frame, kind, images, { care: "frame" });
    return made;
  });
}
