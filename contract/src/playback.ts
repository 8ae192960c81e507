import * as z from "zod";
import { Episode } from "./catalogue.ts";
import { Id, Moment } from "./common.ts";

/**
 * The small files before an episode's first segment, by their names relative to `hls`: with them a player requests only
 * segments.
 */
export const Startup = z.object({
  /** The multivariant playlist and the media playlists that it names, as text. */
  playlists: z.record(z.string(), z.string()),
  /** Init segments, in base64. */
  inits: z.record(z.string(), z.string()),
});
export type Startup = z.infer<typeof Startup>;

/** The address of an episode's media, for one viewer and at most ten minutes; ask again before `expiresAt`. */
export const Playback = z.object({
  hls: z.string(),
  expiresAt: Moment,
  startup: Startup.nullable(),
  captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  storyboard: z.string().nullable(),
  next: z
    .object({ id: Id, number: z.int().positive(), locked: z.boolean(), hls: z.string().nullable() })
    .nullable(),
});
export type Playback = z.infer<typeof Playback>;

/** An episode with what plays it. */
export const PlayableEpisode = Episode.extend({ playback: Playback });
export type PlayableEpisode = z.infer<typeof PlayableEpisode>;
