import * as z from "zod";
import { Counted, Id, Image, Moment } from "../common.ts";
import { languages } from "../languages.ts";

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const LocalAt = z.string().max(20);
const Zone = z.string().max(60);
const PlannedMoment = z.object({
  /** The wall time that was asked for, and its zone. */
  localAt: z.string(),
  zone: z.string(),
  at: Moment,
  /** The wall time that is used instead when a clock change leaves that one out. */
  moved: z.string().nullable(),
});

/** A day range of the calendar, both days included; `seriesId`: the drops of one series. */
export const ReleasesQuery = z.object({ from: Day, to: Day, seriesId: Id.optional() });
export type ReleasesQuery = z.infer<typeof ReleasesQuery>;

/** Episodes that go live together at a time. */
export const ReleaseDrop = PlannedMoment.extend({
  id: Id,
  seriesId: Id,
  title: z.string(),
  poster: Image.nullable(),
  state: z.enum(["planned", "blocked", "done"]),
  version: z.int(),
  /** What keeps it from happening, or would now; `number` is the episode that it is about. */
  lack: z
    .object({ kind: z.enum(["film", "earlier", "draft", "held"]), number: z.int().nullable() })
    .nullable(),
  /** Until when it can be taken back; null when it released nothing, or longer ago. */
  takeBackUntil: Moment.nullable(),
  episodes: z.array(
    z.object({
      number: z.int(),
      isReady: z.boolean(),
      isReleased: z.boolean(),
      /** The languages of its title. */
      languages: z.array(z.enum(languages)),
    }),
  ),
});
export type ReleaseDrop = z.infer<typeof ReleaseDrop>;

/** The calendar of releases. `isCut`: there are more drops than are listed. */
export const Releases = z.object({
  drops: z.array(ReleaseDrop),
  isCut: z.boolean(),
});
export type Releases = z.infer<typeof Releases>;

/** How a series gives its episodes a time: at once when they are ready, by its plan, or not at all while it is on hold. */
export const ReleaseMode = z.enum(["at_once", "planned", "held"]);

/** The releases of one series. */
export const SeriesReleases = z.object({
  mode: ReleaseMode,
  /** The plan that gives a time to episodes that come later; null when there is none, or it has ended. */
  plan: z
    .object({
      from: z.string(),
      time: z.string(),
      zone: z.string(),
      weekdays: z.array(z.int()).nullable(),
      perTime: z.int(),
      skip: z.array(z.string()),
    })
    .nullable(),
  /** The drops by their time; those that happened long ago are left out. */
  drops: z.array(ReleaseDrop),
  /** The episodes that are not released and have no time. */
  waiting: z.array(z.object({ number: z.int(), isReady: z.boolean() })),
  /** The episode that can be released now: the next one, when its film is ready; null when there is none. */
  next: z.int().nullable(),
});
export type SeriesReleases = z.infer<typeof SeriesReleases>;

/** A plan for every episode without a time, or a time for some. `dryRun` shows what would be planned. */
export const ReleaseNew = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("plan"),
    seriesId: Id,
    from: Day,
    time: z.string().max(5),
    zone: Zone,
    /** 1 is Monday, 7 is Sunday; null is every day. */
    weekdays: z.array(z.int()).max(7).nullable(),
    perTime: z.int(),
    dryRun: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("set"),
    seriesId: Id,
    numbers: z.array(z.int().positive()).min(1).max(10),
    localAt: LocalAt,
    zone: Zone,
    dryRun: z.boolean().optional(),
  }),
]);
export type ReleaseNew = z.infer<typeof ReleaseNew>;

/** What was planned, or would be. */
export const ReleasesPlanned = z.object({
  planned: z.array(PlannedMoment.extend({ numbers: z.array(z.int()) })),
});
export type ReleasesPlanned = z.infer<typeof ReleasesPlanned>;

/** Moves a drop to another wall time; `version` is the one that the operator saw. */
export const ReleaseMove = z.object({ id: Id, version: Counted, localAt: LocalAt, zone: Zone.optional() });

/** Cancels a drop, or takes it back. */
export const ReleaseCancel = z.object({ id: Id, version: Counted });
/**
 * What the end of a drop did: none of its episodes had been released, all are hidden again, or those that were released
 * earlier stay visible and only the rest lost its time.
 */
export const ReleaseCancelled = z.object({ done: z.enum(["cancelled", "takenBack", "rest"]) });
export type ReleaseCancelled = z.infer<typeof ReleaseCancelled>;

/** Releases nothing of a series until it goes on, or lets it go on. `from` is the mode that the operator saw. */
export const ReleaseHold = z.object({ seriesId: Id, from: ReleaseMode, isHeld: z.boolean() });

/** Releases an episode within seconds. */
export const ReleaseNow = z.object({ seriesId: Id, number: Counted.positive() });
