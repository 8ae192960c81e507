import * as z from "zod";
import { Counted, Id, Image, Moment } from "../common.ts";
import { languages } from "../languages.ts";
import { homeKinds } from "./home-kinds.ts";
import { SeriesState } from "./series.ts";

export { homeKinds };
export const HomeKind = z.enum(homeKinds);
export type HomeKind = z.infer<typeof HomeKind>;

const SectionId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);

/** Where a section takes its series from. */
export const HomeSource = z.discriminatedUnion("type", [
  z.object({ type: z.literal("newest") }),
  z.object({ type: z.literal("popular") }),
  z.object({ type: z.literal("coming") }),
  z.object({ type: z.literal("categories") }),
  z.object({ type: z.literal("tag"), tag: Id }),
  z.object({ type: z.literal("series"), ids: z.array(Id).min(1).max(60) }),
]);
export type HomeSource = z.infer<typeof HomeSource>;

const Titles = z.partialRecord(z.enum(languages), z.string());

/** A section with what it would show now. */
export const HomeSection = z.object({
  id: z.string(),
  kind: HomeKind,
  title: Titles,
  source: HomeSource,
  size: z.int(),
  /** From when and until when it is shown; null is without a limit. */
  shown: z.object({ from: Moment.nullable(), until: Moment.nullable() }),
  /** How many series it shows now. */
  count: z.int(),
  /** How it differs from the published home screen. */
  mark: z.enum(["new", "moved", "changed"]).nullable(),
});
export type HomeSection = z.infer<typeof HomeSection>;

/** A series that a section names. */
export const HomeSeries = z.object({
  id: Id,
  title: z.string(),
  poster: Image.nullable(),
  state: SeriesState,
});
export type HomeSeries = z.infer<typeof HomeSeries>;

/** The home screen as operators arrange it: with the changes that viewers do not see yet. */
export const ConsoleHome = z.object({
  version: z.int(),
  sections: z.array(HomeSection),
  /** English titles of published sections that the changes remove. */
  removed: z.array(z.string()),
  /** How many sections differ from the published ones; null when there is no draft. */
  changes: z.int().nullable(),
  /** The series that sections name, by id. */
  series: z.array(HomeSeries),
  changedAt: Moment.nullable(),
  changedBy: z.string().nullable(),
  publishedAt: Moment.nullable(),
  publishedBy: z.string().nullable(),
  /** The address of the preview, good for an hour. */
  preview: z.string(),
});
export type ConsoleHome = z.infer<typeof ConsoleHome>;

const Value = z.union([z.string().max(200), z.number(), HomeSource, z.null()]);

/** One field of a section, `kind`, `size`, `source`, `title.LANGUAGE`, `shown.from` or `shown.until`: what the screen showed, and what it is to be. */
export const HomeField = z.object({ path: z.string().max(20), from: Value, to: Value });
export type HomeField = z.infer<typeof HomeField>;

/**
 * One change of the home screen. A field that someone else changed since the screen showed it is refused, and no other.
 * `before`: the section that comes next; null is the end.
 */
export const HomeChange = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("add"),
    /** Chosen by the screen, so that a repeated request adds one section. */
    id: SectionId,
    kind: HomeKind,
    source: HomeSource,
    size: z.int(),
    title: z.string().max(200),
  }),
  z.object({ act: z.literal("set"), id: SectionId, fields: z.array(HomeField).min(1).max(10) }),
  z.object({ act: z.literal("move"), id: SectionId, before: SectionId.nullable() }),
  z.object({ act: z.literal("remove"), id: SectionId }),
]);
export type HomeChange = z.infer<typeof HomeChange>;

/** Publishes what `version` showed. `word`: why sections without series may be published. */
export const HomePublish = z.object({ version: z.int(), word: z.string().trim().min(3).max(300).optional() });

/** Discards the changes of `version`, or restores an earlier version into the draft. */
export const HomeAct = z.object({ version: Counted });
export const HomeRestore = HomeAct.extend({ restore: Counted });

/** Why a version of the home screen was kept. */
export const homeCauses = ["begin", "change", "publish", "discard", "restore", "command"] as const;

/** A version of the home screen that can be restored. */
export const HomeVersion = z.object({
  version: z.int(),
  cause: z.enum(homeCauses),
  at: Moment,
  by: z.string().nullable(),
  /** The English titles of its sections, in order. */
  titles: z.array(z.string()),
});
export type HomeVersion = z.infer<typeof HomeVersion>;
