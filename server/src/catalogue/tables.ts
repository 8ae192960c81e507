import type { Image, Language } from "@cliffhanger/contract";
import type { ColumnType, Generated } from "kysely";

/** A text in the languages it was written in. */
export type Texts = Partial<Record<Language, string>>;

/** Where a section takes its series from. */
export type SectionSource =
  | { type: "newest" }
  | { type: "popular" }
  | { type: "categories" }
  | { type: "tag"; tag: string }
  | { type: "series"; ids: string[] };

type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

/** A series; visible once `published_at` and a poster are set. */
export interface SeriesTable {
  id: string;
  /** Where it was ingested from; the same folder is the same series. */
  source_key: string;
  title: Json<Texts>;
  synopsis: Json<Texts>;
  language: string;
  free_episode_count: number;
  completed: boolean;
  poster: JsonOrNull<Image>;
  cover: JsonOrNull<Image>;
  /** Published episodes. */
  episode_count: Generated<number>;
  play_count: Generated<number>;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** An episode; visible once it is published with an asset. */
export interface EpisodeTable {
  id: string;
  series_id: string;
  number: number;
  title: Json<Texts>;
  asset_id: string | null;
  /** Seconds. */
  duration: Generated<number>;
  thumbnail: JsonOrNull<Image>;
  published_at: Date | null;
}

/** The catalogue's tables and views. */
export type CatalogueTables = {
  series: SeriesTable;
  visible_series: SeriesTable;
  episode: EpisodeTable;
  visible_episode: EpisodeTable;
  tag: { id: string; kind: "category" | "tag"; name: Json<Texts>; position: Generated<number> };
  series_tag: { series_id: string; tag_id: string; position: Generated<number> };
  section: {
    id: string;
    kind: "featured" | "row" | "grid" | "ranking" | "switcher";
    title: Json<Texts>;
    source: Json<SectionSource>;
    size: number;
    position: number;
  };
};
