import type { Image } from "@cliffhanger/contract";
import type { ColumnType, Generated } from "kysely";
import type { EncodeProgress } from "./encode.ts";
import type { Profile } from "./ladder.ts";
import type { Rendition } from "./playlists.ts";

/** What becomes of a source: waiting, being encoded, ready to play, or given up with an `error`. */
export type AssetState = "queued" | "encoding" | "ready" | "failed";

type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Encoded media; one per content of a source and profile. What is null is known once it is ready. */
export interface AssetTable {
  id: string;
  /** SHA-256 of the source file. */
  source_hash: string;
  profile: Profile;
  /** The source's file name, for messages. */
  name: string;
  state: AssetState;
  /** Seconds. */
  duration: Generated<number | null>;
  width: Generated<number | null>;
  height: Generated<number | null>;
  bytes: ColumnType<string | null, number | undefined, number>;
  renditions: JsonOrNull<Rendition[]>;
  /** Pictures from a frame. */
  thumbnail: JsonOrNull<Image>;
  poster: JsonOrNull<Image>;
  cover: JsonOrNull<Image>;
  progress: JsonOrNull<EncodeProgress>;
  /** For a person: why it failed, what it waits for, or what did not come out as it should. */
  error: Generated<string | null>;
  /** Who encodes it. */
  worker: Generated<string | null>;
  /** Since when no episode refers to it. */
  orphaned_at: Generated<Date | null>;
  created_at: Date;
  ready_at: Generated<Date | null>;
}

/** Media's tables. */
export type MediaTables = {
  asset: AssetTable;
  asset_episode: { episode_id: string; series_id: string; number: number; asset_id: string };
  /** Of which episode a series shows a frame; 0 for a poster of its own, with the hash of its file. */
  series_art: { series_id: string; episode_number: number; source_hash: string | null };
  caption: { episode_id: string; language: string; file: string; body: string };
  media_worker: { id: string; seen_at: Date; host: string; pid: number };
  bundle: { key: string; hash: string };
};
