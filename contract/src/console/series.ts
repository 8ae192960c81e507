import * as z from "zod";
import { Counted, choiceParameter, Id, Image, idParameter, Moment, Money, textParameter } from "../common.ts";
import { languages } from "../languages.ts";
import { keyPageQuery } from "./key-pages.ts";
import { PeopleCount } from "./people-count.ts";
import { filmFilters, priceFilters, seriesStates } from "./series-states.ts";

export const SeriesState = z.enum(seriesStates);
export type SeriesState = z.infer<typeof SeriesState>;

/** The orders of the console's list of series. */
export const seriesSorts = ["changed", "created", "title", "plays"] as const;
export type SeriesSort = (typeof seriesSorts)[number];

/**
 * Filters of the list of series. `language` finds those that lack a text in it; `draft` those with unpublished changes; `scheduled` those
 * with a drop to come; `attention` those with a film that could not be encoded, or a drop that waits for what it lacks; `week` those with
 * a drop in the seven days from this one; `by` those that this operator changed last.
 */
export const seriesFilters = {
  state: choiceParameter(seriesStates, undefined),
  draft: choiceParameter(["1"], undefined),
  search: textParameter(200),
  tag: idParameter(),
  language: choiceParameter(languages, undefined),
  scheduled: choiceParameter(["1"], undefined),
  attention: choiceParameter(["1"], undefined),
  film: choiceParameter(filmFilters, undefined),
  price: choiceParameter(priceFilters, undefined),
  week: textParameter(10),
  by: idParameter(),
};

/** A page of the list of series. */
export const ConsoleSeriesQuery = z.object({
  ...keyPageQuery,
  // A key may hold a title.
  after: textParameter(2000),
  sort: choiceParameter(seriesSorts, "changed"),
  ...seriesFilters,
});
export type ConsoleSeriesQuery = z.output<typeof ConsoleSeriesQuery>;

const Completeness = z.enum(["whole", "part", "none"]);

/** What a series has in a language. Captions are whole when each episode has them. */
const InLanguage = z.object({
  language: z.enum(languages),
  texts: Completeness,
  captions: Completeness,
});

/** How many bought a series or a plan at its paywall, and what that brought by currency; editors read no small group. */
const RecentSales = z.object({ bought: PeopleCount, net: z.array(Money).nullable() });

const Films = z.object({
  ready: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Of the film that is being encoded. */
  percent: z.number().nullable(),
});

/** A series in the console's list. */
export const ConsoleSeriesRow = z.object({
  id: Id,
  title: z.string(),
  poster: Image.nullable(),
  tags: z.array(z.string()),
  state: SeriesState,
  hasDraft: z.boolean(),
  episodes: z.object({ live: z.int(), planned: z.int() }),
  free: z.int(),
  films: Films,
  languages: z.array(InLanguage),
  /** When its next episodes come; null when none are planned. */
  nextDrop: Moment.nullable(),
  plays: z.int(),
  /** Of the last 28 days. */
  sales: RecentSales,
  changedAt: Moment,
});
export type ConsoleSeriesRow = z.infer<typeof ConsoleSeriesRow>;

const Count = z.object({ value: z.int(), exact: z.boolean() });

/** How many series there are in each state, and with unpublished changes. */
export const SeriesCounts = z.object({
  all: z.int(),
  draft: z.int(),
  live: z.int(),
  withdrawn: z.int(),
  changed: z.int(),
  /** With a drop to come, and with something that needs an operator: exact up to ten thousand. */
  scheduled: Count,
  attention: Count,
});

const Texts = z.partialRecord(z.enum(languages), z.string());

/** What operators decide about a series: of a live one, with the changes that are not published. */
export const SeriesContent = z.object({
  title: Texts,
  synopsis: Texts,
  language: z.enum(languages),
  free: z.int(),
  completed: z.boolean(),
  tags: z.array(Id),
  poster: Image.nullable(),
  cover: Image.nullable(),
  /** The titles of episodes by their ids. */
  episodes: z.record(Id, Texts),
  /** The numbers of episodes by their ids; absent in what was stored before episodes could be put in order. */
  numbers: z.record(Id, z.int()).optional(),
});
export type SeriesContent = z.infer<typeof SeriesContent>;

/** The value of one field of a series; null for a text that is not there. */
export const FieldValue = z.union([
  z.string().max(5000),
  z.number(),
  z.boolean(),
  z.array(Id).max(60),
  z.null(),
]);
export type FieldValue = z.infer<typeof FieldValue>;

/** The name of a field: `title.en`, `synopsis.fr`, `episode.ID.de`, `language`, `free`, `completed`, `tags`. */
const FieldPath = z.string().max(60);

/** A series as its page shows it. */
export const ConsoleSeries = z.object({
  id: Id,
  state: SeriesState,
  /** Since when it is withdrawn, and whether for those too who bought it. */
  withdrawn: z.object({ at: Moment, everybody: z.boolean() }).nullable(),
  version: z.int(),
  content: SeriesContent,
  /** The fields that viewers do not see yet; null when there is no draft. */
  unpublished: z.array(FieldPath).nullable(),
  createdAt: Moment,
  changedAt: Moment,
  changedBy: z.string().nullable(),
});
export type ConsoleSeries = z.infer<typeof ConsoleSeries>;

/** Changes fields. `from` is what the screen showed: a field that someone else changed since is refused, and no other. */
export const SeriesChange = z.object({
  id: Id,
  set: z
    .array(z.object({ path: FieldPath, from: FieldValue, to: FieldValue }))
    .min(1)
    .max(600),
});

/** Restores, publishes or discards what `version` showed. */
export const SeriesAct = z.object({ id: Id, version: Counted });
export const SeriesRestore = SeriesAct.extend({ restore: Counted });

/** The hash of an effect that a dry run answered. */
export const EffectHash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Withdraws a live series: those who bought it keep it, unless it is `everybody`. `dryRun` answers what would happen; the act
 * carries the hash of that answer.
 */
export const SeriesWithdrawal = SeriesAct.extend({
  everybody: z.boolean().optional(),
  /** Required for everybody. */
  reason: z.string().trim().max(300).optional(),
  dryRun: z.boolean().optional(),
  effect: EffectHash.optional(),
});

/** What withdrawing a series would do. */
export const WithdrawalEffect = z.object({
  hash: EffectHash,
  sentences: z.array(z.string()),
  /** How many people bought it, are in the middle of it, and are about to pay for it; and its drops that are planned. */
  figures: z.object({ unlocked: z.int(), watching: z.int(), ordering: z.int(), drops: z.int() }),
});
export type WithdrawalEffect = z.infer<typeof WithdrawalEffect>;

/** Why a version was kept. */
export const versionCauses = ["begin", "change", "publish", "discard", "restore", "withdraw"] as const;

/** A version of a series that can be restored. */
export const SeriesVersion = z.object({
  version: z.int(),
  cause: z.enum(versionCauses),
  at: Moment,
  by: z.string().nullable(),
  /** The fields that differ from the version before. */
  fields: z.array(FieldPath),
});
export type SeriesVersion = z.infer<typeof SeriesVersion>;

/** What keeps a series from going live, or should be looked at first. An error cannot be accepted. */
export const SeriesFinding = z.object({
  key: z.string(),
  kind: z.enum([
    "no_title",
    "no_film",
    "no_poster",
    "gap",
    "equal",
    "no_sound",
    "not_upright",
    "small",
    "odd_length",
    "late_captions",
    "film_failed",
    "film_waiting",
    "missing_title",
    "missing_synopsis",
    "free_over",
  ]),
  severity: z.enum(["error", "warning"]),
  /** The number of an episode, or a count. */
  number: z.int().nullable(),
  /** Another episode, a language or a measure. */
  more: z.string().nullable(),
  accepted: z.object({ word: z.string(), by: z.string().nullable(), at: Moment }).nullable(),
});
export type SeriesFinding = z.infer<typeof SeriesFinding>;

/** Accepts a finding with a word about why, which the audit log keeps. */
export const FindingAcceptance = z.object({
  id: Id,
  key: z.string().max(120),
  word: z.string().trim().min(3).max(300),
});

/** The film of an episode. */
export const ConsoleFilm = z.object({
  state: z.enum(["queued", "encoding", "ready", "failed"]),
  file: z.string(),
  percent: z.number().nullable(),
  /** Seconds until it is ready, as the encoder expects. */
  secondsLeft: z.number().nullable(),
  /** Why it failed or waits. */
  sentence: z.string().nullable(),
  /** Whether it failed because an operator cancelled it. */
  cancelled: z.boolean(),
});
export type ConsoleFilm = z.infer<typeof ConsoleFilm>;

/** An episode on the page of its series. `film` is the newest; the one before plays until it is ready. */
export const ConsoleEpisode = z.object({
  id: Id,
  number: z.int().positive(),
  isLive: z.boolean(),
  duration: z.number(),
  thumbnail: Image.nullable(),
  captions: z.array(z.string()),
  film: ConsoleFilm.nullable(),
});
export type ConsoleEpisode = z.infer<typeof ConsoleEpisode>;
