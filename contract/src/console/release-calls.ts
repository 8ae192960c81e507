import * as z from "zod";
import type { Call } from "../call.ts";
import {
  ReleaseCancel,
  ReleaseMove,
  ReleaseNew,
  Releases,
  ReleasesPlanned,
  ReleasesQuery,
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
    summary: "Cancels a drop, or takes back within 10 minutes what it released",
    cache: "private",
    body: ReleaseCancel,
    info: z.object({}),
    console: { permission: "release", writes: "release.cancel" },
  },
} as const satisfies Record<string, Call>;
