import type {
  HomeVersion,
  Image,
  Language,
  PreviewRole,
  SeriesContent,
  SeriesState,
  SeriesVersion,
} from "@cliffhanger/contract";
import type { ColumnType, Generated } from "kysely";

/** A text in the languages it is available in. */
export type Texts = Partial<Record<Language, string>>;

/** Amounts in the minor unit of each currency: `{ USD: 699 }`. */
export type Prices = Record<string, number>;

/** The source of a section's series. */
export type SectionSource =
  | { type: "newest" }
  | { type: "popular" }
  /** Series whose first episode has a time. */
  | { type: "coming" }
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
  /** Number of published episodes. */
  episode_count: Generated<number>;
  /** Sort key of lists: a recent value of `series_plays`. */
  play_count: Generated<number>;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Price of the whole series; the general price applies in currencies it does not contain. */
  unlock_price: ColumnType<Prices | null, string | null | undefined, string | null>;
  /** The price that its folder gave at the last ingest. */
  folder_unlock_price: ColumnType<Prices | null, string | null | undefined, string | null>;
  state: Generated<SeriesState>;
  /** Raised by each change of an operator. */
  version: Generated<number>;
  edited_at: Generated<Date | null>;
  /** The operator who changed it last. */
  edited_by: Generated<string | null>;
  /** Whether an encoded episode without a time is shown at once, waits for the plan, or nothing is released. */
  release_mode: Generated<ReleaseMode>;
  /** When the next episodes are planned to become visible. */
  next_release_at: Generated<Date | null>;
  /** When a drop last released episodes. */
  last_release_at: Generated<Date | null>;
  /** When an operator withdrew it last. */
  withdrawn_at: Generated<Date | null>;
  /** When it was published first, while it is withdrawn. */
  first_published_at: Generated<Date | null>;
  /** Withdrawn for everybody, also for those who bought it. */
  closed: Generated<boolean>;
}

/** What releases the episodes of a series. */
export type ReleaseMode = "at_once" | "planned" | "held";

/** An episode; visible once it is published with an asset. */
export interface EpisodeTable {
  id: string;
  series_id: string;
  number: number;
  title: Json<Texts>;
  asset_id: string | null;
  /** In seconds. */
  duration: Generated<number>;
  thumbnail: JsonOrNull<Image>;
  published_at: Date | null;
  /** Hidden until an operator publishes its series. */
  held: Generated<boolean>;
  /** The time of the drop that it waits for, or was released by. */
  release_at: Generated<Date | null>;
  /** When its release was taken back; only a new drop releases it again. */
  withdrawn_at: Generated<Date | null>;
}

/** The tables and views of the catalogue. */
export type CatalogueTables = {
  series: SeriesTable;
  visible_series: SeriesTable;
  /** Also series that only have a time for their first episode. */
  shown_series: SeriesTable;
  /** Also withdrawn series, for those who bought them alone. */
  playable_series: SeriesTable & { withdrawn: boolean };
  episode: EpisodeTable;
  visible_episode: EpisodeTable;
  /** Also those of withdrawn series, for those who bought these alone. */
  playable_episode: EpisodeTable & { withdrawn: boolean };
  tag: {
    id: string;
    kind: "category" | "tag";
    name: Json<Texts>;
    position: Generated<number>;
    /** Number of visible series with this tag; maintained by triggers. */
    series_count: Generated<number>;
  };
  /** Tags as they were deleted, for as long as this can be undone. */
  removed_tag: {
    id: string;
    kind: "category" | "tag";
    name: Texts;
    position: number;
    /** Its place in each series, by series id. */
    series: Record<string, number>;
    /**
     * Series with it in their unpublished changes; and, with their tags, the drafts that its deletion made superfluous, and those
     * without it that stayed.
     */
    drafts: (string | { series: string; tags: string[]; stayed?: true })[];
    at: Date;
  };
  series_tag: {
    series_id: string;
    tag_id: string;
    position: Generated<number>;
    /** Copied from the series whenever that changes, so that a tag's list needs no join. */
    play_count: Generated<number>;
    /** When the series was published; null while it is hidden. */
    visible_at: Generated<Date | null>;
  };
  /** Play counts of series. A series without a row has never been played. */
  series_plays: { series_id: string; plays: number };
  series_draft: { series_id: string; content: Json<SeriesContent> };
  series_version: {
    series_id: string;
    version: number;
    cause: SeriesVersion["cause"];
    content: Json<SeriesContent>;
    fields: string[];
    at: Date;
    actor: string;
  };
  finding_acceptance: { series_id: string; key: string; word: string; at: Date; actor: string };
  section: {
    id: string;
    kind: "featured" | "row" | "grid" | "ranking" | "switcher";
    title: Json<Texts>;
    source: Json<SectionSource>;
    size: number;
    position: number;
    shown: JsonOrNull<SectionTimes>;
  };
  /** One row: up to when the beginnings and ends of sections were announced. */
  home_turn: { at: Date };
  /** One row: the version of the home screen and its unpublished sections. */
  home: {
    version: number;
    draft: JsonOrNull<SectionContent[]>;
    changed_at: Date | null;
    changed_by: string | null;
    published_at: Date | null;
    published_by: string | null;
  };
  /** A link that shows a series with its draft. */
  preview: {
    id: string;
    series_id: string;
    code_hash: Buffer;
    made_at: Date;
    made_by: string;
    ends_at: Date;
    ended_at: Date | null;
  };
  preview_opening: { preview_id: string; at: Date; seen_as: PreviewRole; device: string };
  home_version: {
    version: number;
    cause: HomeVersion["cause"];
    sections: Json<SectionContent[]>;
    at: Date;
    actor: string;
  };
};

/** From when and until when a section is shown: moments as ISO 8601. */
export interface SectionTimes {
  from: string | null;
  until: string | null;
}

/** A section of the home screen without its place. */
export interface SectionContent {
  id: string;
  kind: CatalogueTables["section"]["kind"];
  title: Texts;
  source: SectionSource;
  size: number;
  /** Absent or null: always. */
  shown?: SectionTimes | null;
}
