import type { Language } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { type Before, pastOf } from "#platform/db/moments";
import { prepared } from "#platform/db/prepared";

type Texts = Partial<Record<Language, string>>;

/** How a person came. */
export interface VisitRow {
  id: string;
  at: Date;
  kind: string;
  campaign: string | null;
  landing: string | null;
  series_id: string | null;
  title: Texts | null;
}

/** Lists how a person came, the newest first. */
export async function listVisits(db: Db, ids: readonly string[], before: Before): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select page.*, series.title from (
      select id, at, record ->> 'kind' as kind, record -> 'utm' ->> 'campaign' as campaign,
        record ->> 'landing' as landing, record ->> 'seriesId' as series_id
      from touch where visitor_id = any(${[...ids]}::text[]) and ${pastOf("at", "id", before)}
    ) as page left join series on series.id = page.series_id ${prepared}`.execute(db);
  return rows;
}

/** How far a person got in a series. */
export interface StepRow {
  id: string;
  at: Date;
  step: "first_frame" | "paywall" | "checkout";
  episode_number: number;
  series_id: string;
  title: Texts | null;
}

/** Lists first frames, paywalls and checkouts of a person, the newest first; episodes are seen in what they watched. */
export async function listPersonSteps(db: Db, ids: readonly string[], before: Before): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select page.*, series.title from (
      select * from (
        select series_id || '-' || step || '-' || episode_number as id, at, step, episode_number, series_id
        from funnel_step where visitor_id = any(${[...ids]}::text[]) and step <> 'episode'
      ) as step where ${pastOf("at", "id", before)}
    ) as page left join series on series.id = page.series_id ${prepared}`.execute(db);
  return rows;
}

/** What a person allowed. */
export interface AllowedRow {
  id: string;
  at: Date;
  ads: boolean;
  analytics: boolean;
  version: string;
}

/** Lists what a person allowed or refused, the newest first. */
export async function listAllowed(db: Db, ids: readonly string[], before: Before): Promise<AllowedRow[]> {
  const { rows } = await sql<AllowedRow>`
    select id, at, ads, analytics, version from consent
    where visitor_id = any(${[...ids]}::text[]) and ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}
