import type { Call } from "../call.ts";
import { ConsoleTags, TagAct, TagChange, TagMerge, TagMergeEffect, TagOrder } from "./tags.ts";

/** The ids of a thousand categories, as they were and as they are. */
const ORDER_BYTES = 128 * 1024;

/** The calls of tags and categories. */
export const consoleTagCalls = {
  "GET /api/console/tag": {
    summary: "All tags and categories with their names: categories in their order",
    cache: "private",
    info: ConsoleTags,
    console: { permission: "series.read" },
  },
  "POST /api/console/tag": {
    summary: "Creates a tag or category, or changes the names of one",
    cache: "private",
    body: TagChange,
    info: ConsoleTags,
    console: { permission: "series.write", writes: "tag.change" },
  },
  "DELETE /api/console/tag": {
    summary: "Deletes a tag and takes it from every series; a day long this can be undone",
    cache: "private",
    body: TagAct,
    info: ConsoleTags,
    console: { permission: "series.write", writes: "tag.delete" },
  },
  "POST /api/console/tag/undo": {
    summary: "Brings back a tag that was deleted, with its series",
    cache: "private",
    body: TagAct,
    info: ConsoleTags,
    console: { permission: "series.write", writes: "tag.undo" },
  },
  "POST /api/console/tag/merge": {
    summary: "Puts one tag in the place of another, or answers what that would do",
    cache: "private",
    body: TagMerge,
    info: ConsoleTags.extend({ effect: TagMergeEffect.nullable() }),
    console: { permission: "series.write", writes: "tag.merge" },
  },
  "POST /api/console/tag/order": {
    summary: "Puts the categories in another order",
    cache: "private",
    body: TagOrder,
    maxBytes: ORDER_BYTES,
    info: ConsoleTags,
    console: { permission: "series.write", writes: "tag.order" },
  },
} as const satisfies Record<string, Call>;
