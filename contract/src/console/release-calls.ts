import * as z from "zod";
import type { Call } from "../call.ts";
import { Id } from "../common.ts";
import {
  ReleaseCancel,
  ReleaseCancelled,
  ReleaseHold,
  ReleaseMove,
  ReleaseNew,
  ReleaseNow,
  Releases,
  ReleasesPlanned,
  ReleasesQuery,
  SeriesReleases,
} from "./releases.ts";

/** The calls of the release calendar. */
export const consoleReleaseCalls = {
  "GET /api/console/releases": {
    summary: "The drops of a range of days, and those that are late",
    cache: "private",
    query: ReleasesQuery,
    info: Releases,
    console: { permission: "release.read" },
  },
  "POST /api/console/releases": {
    summary: "Plans the episodes of a series that have no time, or gives some a time",
    cache: "private",
    body: ReleaseNew,
    info: ReleasesPlanned,
    console: { permission: "release", writes: "release.plan" },
  },
  "POST /api/console/releases/move": {
    summary: "Moves a drop to another wall time",
    cache: "private",
    body: ReleaseMove,
    info: z.object({}),
    console: { permission: "release", writes: "release.move" },
  },
  "POST /api/console/releases/cancel": {
    summary: "Cancels what a drop has not released, or takes back within 10 minutes what it released",
    cache: "private",
    body: ReleaseCancel,
    info: ReleaseCancelled,
    console: { permission: "release", writes: "release.cancel" },
  },
  "GET /api/console/releases/series": {
    summary: "The plan of a series, its drops, and the episodes without a time",
    cache: "private",
    query: z.object({ seriesId: Id }),
    info: SeriesReleases,
    console: { permission: "release.read" },
  },
  "POST /api/console/releases/hold": {
    summary: "Holds the releases of a series, or lets them go on",
    cache: "private",
    body: ReleaseHold,
    info: SeriesReleases,
    console: { permission: "release", writes: "release.hold" },
  },
  "POST /api/console/releases/now": {
    summary: "Releases an episode within seconds",
    cache: "private",
    body: ReleaseNow,
    info: SeriesReleases,
    console: { permission: "release", writes: "release.now" },
  },
  "POST /api/console/releases/end": {
    summary: "Ends the plan of a series; its drops stay",
    cache: "private",
    body: z.object({ seriesId: Id }),
    info: SeriesReleases,
    console: { permission: "release", writes: "release.plan" },
  },
} as const satisfies Record<string, Call>;
