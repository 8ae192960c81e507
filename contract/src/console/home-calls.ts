import * as z from "zod";
import type { Call } from "../call.ts";
import { ConsoleHome, HomeAct, HomeChange, HomePublish, HomeRestore, HomeVersion } from "./home.ts";

/** The calls of the home screen. */
export const consoleHomeCalls = {
  "GET /api/console/home": {
    summary: "The sections of the home screen with their unpublished changes",
    cache: "private",
    info: ConsoleHome,
    console: { permission: "home" },
  },
  "GET /api/console/home/versions": {
    summary: "The versions of the home screen that can be restored, the newest first",
    cache: "private",
    info: z.object({ list: z.array(HomeVersion) }),
    console: { permission: "home" },
  },
  "POST /api/console/home/change": {
    summary: "Adds, changes, moves or removes a section in the draft of the home screen",
    cache: "private",
    body: HomeChange,
    info: ConsoleHome,
    console: { permission: "home", writes: "home.change" },
  },
  "POST /api/console/home/publish": {
    summary: "Publishes the draft of the home screen, whole and at once",
    cache: "private",
    body: HomePublish,
    info: ConsoleHome,
    console: { permission: "home", writes: "home.publish" },
  },
  "POST /api/console/home/discard": {
    summary: "Discards the draft of the home screen",
    cache: "private",
    body: HomeAct,
    info: ConsoleHome,
    console: { permission: "home", writes: "home.discard" },
  },
  "POST /api/console/home/restore": {
    summary: "Puts an earlier version of the home screen into its draft",
    cache: "private",
    body: HomeRestore,
    info: ConsoleHome,
    console: { permission: "home", writes: "home.restore" },
  },
} as const satisfies Record<string, Call>;
