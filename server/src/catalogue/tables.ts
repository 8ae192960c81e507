import type { Image, Language } from "@cliffhanger/contract";
import type { ColumnType, Generated } from "kysely";

/** A text in the languages it was written in. */
export type Texts = Partial<Record<Language, string>>;

/** Amounts in the smallest unit of each currency: `{ USD: 699 }`. */
export type Prices = Record<string, number>;

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
  /** What lists are ordered by: a recent value of `series_plays`. */
  play_count: Generated<number>;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** What the whole series costs; a currency that it does not name has the general price. */
  unlock_price: ColumnType<Prices | null, string | null | undefined, string | null>;
  /** What its folder said of that when it was last taken in. */
  folder_unlock_price: ColumnType<Prices | null, string | null | undefined, string | null>;
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
  tag: {
    id: string;
    kind: "category" | "tag";
    name: Json<Texts>;
    position: Generated<number>;
    /** Visible series under it; kept by triggers. */
    series_count: Generated<number>;
  };
  series_tag: {
    series_id: string;
    tag_id: string;
    position: Generated<number>;
    /** The series' own, written with it, so that a tag's list needs no look at the series. */
    play_count: Generated<number>;
    /** When the series was published; null while it is not visible. */
    visible_at: Generated<Date | null>;
  };
  /** How often a series was played. No row: never. */
  series_plays: { series_id: string; plays: number };
  section: {
    id: string;
    kind: "featured" | "row" | "grid" | "ranking" | "switcher";
    title: Json<Texts>;
    source: Json<SectionSource>;
    size: number;
    position: number;
  };
};
