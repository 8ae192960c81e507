import * as z from "zod";
import { calls } from "./calls.ts";
import { languages } from "./languages.ts";
import type { BootPlan, InlinedQuery, PageElements, PageState, ViewerState } from "./page-state.ts";
import { Site } from "./site.ts";

const Path = z.string().regex(/^\/[^\s"<>]*$/);

const Query: z.ZodType<InlinedQuery> = z.strictObject({
  name: z.enum(Object.keys(calls) as (keyof typeof calls)[]),
  params: z.record(z.string(), z.string()),
  result: z.unknown(),
});

const Plan: z.ZodType<BootPlan> = z.strictObject({
  build: Path,
  code: z.enum(["eager", "after-paint", "auto"]),
  chunks: z.array(Path).min(1),
  sheets: z.array(Path.endsWith(".js")),
  prefetch: z.strictObject({
    scripts: z.array(Path.endsWith(".js")),
    styles: z.array(Path.endsWith(".css")),
  }),
});

const Page: z.ZodType<PageState> = z.strictObject({
  language: z.enum(languages),
  site: Site,
  queries: z.array(Query),
  shared: z.array(z.unknown()),
  counts: z.record(z.string().regex(/^\d+$/), z.string()),
  notFound: z.boolean(),
  continues: z.boolean(),
});

const Viewer: z.ZodType<ViewerState> = z.strictObject({ queries: z.array(Query) });

/** Checks the elements of a page, in tests: a page that loads never pays for it. */
export const pageSchemas: { [I in keyof PageElements]: z.ZodType<PageElements[I]> } = {
  "boot-plan": Plan,
  "page-state": Page,
  "viewer-state": Viewer,
};
