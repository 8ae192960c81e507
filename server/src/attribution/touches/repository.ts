import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { Partitioned } from "#platform/db/partitions";
import type { AttributionTables } from "../tables.ts";
import type { Touch } from "./touch.ts";

type Tables = Omit<AttributionTables, "channel" | "touch"> & {
  touch: Omit<AttributionTables["touch"], "record"> & { record: Touch };
};
const tables = (db: Db) => db.$extendTables<Tables>();

/** Touches by month. A month is dropped once its rows were aggregated. */
export const touchPartitions: Partitioned = {
  table: "touch",
  unit: "month",
  key: "at",
  kept: 4,
  isDroppedWhenEmpty: true,
};

/** A touch as stored. */
export type TouchRow = AttributionTables["touch"];
/** The properties that reports group touches by. */
export type Channel = Pick<AttributionTables["channel"], "kind" | "campaign" | "token" | "language">;

/** Locks a visitor who exists and has not been merged, so that touches are stored one at a time. */
export async function lockVisitor(trx: Trx, id: string): Promise<{ createdAt: Date } | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from visitor where id = ${id} and merged_into is null for no key update`.execute(trx);
  return rows[0] ? { createdAt: rows[0].created_at } : null;
}

/** Lists the tokens in a person's share links: their own, and those from before they signed in. */
export async function listOwnTokens(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ referrer_token: string }>`
    select referrer_token from visitor where id = ${id} or merged_into = ${id}`.execute(db);
  return rows.map(({ referrer_token }) => referrer_token);
}

/** Lists a visitor's touches since a time, oldest first. */
export async function listTouches(db: Db, visitorId: string, since: Date): Promise<TouchRow[]> {
  return tables(db)
    .selectFrom("touch")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("at", ">", since)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/** Inserts a touch. The caller has locked the visitor and knows that the touch is not stored. */
export async function insertTouch(trx: Trx, row: TouchRow): Promise<void> {
  await tables(trx).insertInto("touch").values(row).execute();
}

/** Deletes a visitor's touches except these. */
export async function deleteOthers(trx: Trx, visitorId: string, exceptIds: readonly string[]): Promise<void> {
  await tables(trx)
    .deleteFrom("touch")
    .where("visitor_id", "=", visitorId)
    .where("id", "not in", [...exceptIds, ""])
    .execute();
}

/** Returns the number of a channel, if it has one. */
export async function findChannel(db: Db, channel: Channel): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from channel where kind = ${channel.kind} and campaign = ${channel.campaign}
      and token = ${channel.token} and language = ${channel.language}`.execute(db);
  return rows[0]?.id;
}

/** Creates a channel, unless another transaction has just done so. */
export async function insertChannel(trx: Trx, channel: Channel, day: string): Promise<void> {
  await sql`
    insert into channel (kind, campaign, token, language, made_on)
    values (${channel.kind}, ${channel.campaign}, ${channel.token}, ${channel.language}, ${day})
    on conflict do nothing`.execute(trx);
}

/** Counts the channels created on a day. */
export async function countChannels(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from channel where made_on = ${day}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Moves a guest's touches to a member. If both have a click, the earlier one stays. */
export async function moveTouches(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await sql`
    delete from touch using touch other
    where touch.visitor_id in (${guestId}, ${memberId}) and other.visitor_id in (${guestId}, ${memberId})
      and touch.visitor_id <> other.visitor_id
      and touch.record ->> 'kind' in ('tiktok', 'facebook', 'google')
      and touch.record ->> 'kind' = other.record ->> 'kind' and touch.record ->> 'value' = other.record ->> 'value'
      and (touch.at, touch.id) > (other.at, other.id)`.execute(trx);
  await tables(trx)
    .updateTable("touch")
    .set({ visitor_id: memberId })
    .where("visitor_id", "=", guestId)
    .execute();
}

/** Lists the channels of a visitor's touches and steps that credit one of these tokens. */
export async function listCredited(
  trx: Trx,
  visitorId: string,
  tokens: readonly string[],
): Promise<AttributionTables["channel"][]> {
  const { rows } = await sql<AttributionTables["channel"]>`
    select * from channel where token = any(${tokens}::text[]) and token <> '' and id in (
      select unnest(array[own_channel, first_channel, last_channel]) from touch where visitor_id = ${visitorId}
      union select unnest(array[first_channel, last_channel]) from funnel_step where visitor_id = ${visitorId}
    )`.execute(trx);
  return rows;
}

/** Replaces a channel in all touches and steps of a visitor. */
export async function replaceChannel(trx: Trx, visitorId: string, from: number, to: number): Promise<void> {
  await sql`
    update touch set own_channel = case own_channel when ${from} then ${to}::integer else own_channel end,
      first_channel = case first_channel when ${from} then ${to}::integer else first_channel end,
      last_channel = case last_channel when ${from} then ${to}::integer else last_channel end
    where visitor_id = ${visitorId} and ${from} in (own_channel, first_channel, last_channel)`.execute(trx);
  await sql`
    update funnel_step set first_channel = case first_channel when ${from} then ${to}::integer else first_channel end,
      last_channel = case last_channel when ${from} then ${to}::integer else last_channel end
    where visitor_id = ${visitorId} and ${from} in (first_channel, last_channel)`.execute(trx);
}

/** Removes tokens from a visitor's touches. A touch with nothing else becomes a direct one. */
export async function dropTokens(trx: Trx, visitorId: string, tokens: readonly string[]): Promise<void> {
  await sql`
    update touch set record = record || '{"token": null}'::jsonb || case
      when record ->> 'kind' <> 'token' then '{}'::jsonb
      when record -> 'utm' = '{}'::jsonb then '{"kind": "direct", "value": null}'::jsonb
      else jsonb_build_object('kind', 'utm', 'value', record -> 'utm' -> 'source') end
    where visitor_id = ${visitorId} and record ->> 'token' = any(${tokens}::text[])`.execute(trx);
}
