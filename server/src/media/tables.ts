import type { Image } from "@cliffhanger/contract";
import type { ColumnType, Generated } from "kysely";
import type { EncodeProgress } from "./encode.ts";
import type { Profile } from "./ladder.ts";
import type { Rendition } from "./playlists.ts";

/** State of a source: waiting, being encoded, ready to play, or failed with an `error`. */
export type AssetState = "queued" | "encoding" | "ready" | "failed";

type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Encoded media, one row per source content and profile. Nullable columns are set once it is ready. */
export interface AssetTable {
  id: string;
  /** SHA-256 of the source file. */
  source_hash: string;
  profile: Profile;
  /** File name of the source, for messages. */
  name: string;
  state: AssetState;
  /** In seconds. */
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
  /** Message for the operator: why it failed, what it waits for, or what is not as it should be. */
  error: Generated<string | null>;
  /** The worker that encodes it. */
  worker: Generated<string | null>;
  /** Those with more are encoded first. */
  priority: Generated<number>;
  /** Set while it is failed because an operator cancelled it. */
  cancelled_at: Generated<Date | null>;
  /** When the last episode stopped referring to it. */
  orphaned_at: Generated<Date | null>;
  created_at: Date;
  ready_at: Generated<Date | null>;
}

/** The tables of this domain. */
export type MediaTables = {
  asset: AssetTable;
  asset_episode: {
    episode_id: string;
    series_id: string;
    number: number;
    asset_id: string;
    /** What the file was called that was uploaded for the episode; null: as its asset. */
    file_name: Generated<string | null>;
  };
  /** The episode whose frame a series shows; 0 for a supplied poster, with the hash of its file. */
  series_art: { series_id: string; episode_number: number; source_hash: string | null };
  caption: { episode_id: string; language: string; file: string; body: string };
  /** Captions as they were deleted, for as long as this can be undone. */
  removed_caption: { episode_id: string; language: string; file: string; body: string; at: Date };
  media_worker: { id: string; seen_at: Date; host: string; pid: number };
  bundle: { key: string; hash: string };
  upload: UploadTable;
  /** What a check of a film found out, for the findings of its series. */
  film_check: { asset_id: string; has_sound: boolean; width: number; height: number; duration: number };
};

/** A file that an operator uploads in the browser. Its bytes are in the folder of uploads, under its id. */
export interface UploadTable {
  id: string;
  series_id: string;
  operator_id: string;
  name: string;
  size: ColumnType<string, number, never>;
  last_modified: ColumnType<string, number, never>;
  kind: "film" | "captions" | "poster" | "cover";
  number: number | null;
  /** The episode that it is for, whatever its number is by then. */
  episode_id: Generated<string | null>;
  language: string | null;
  state: "receiving" | "received" | "checking" | "done" | "refused" | "cancelled";
  /** A picture whose part is still to be chosen: it stays `received` until then. */
  waits: Generated<boolean>;
  /** Why it was refused. */
  sentence: Generated<string | null>;
  created_at: Date;
  touched_at: Date;
  lease: Generated<string | null>;
  lease_until: Generated<Date | null>;
}
