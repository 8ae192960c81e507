import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { AttributionTables } from "../tables.ts";
import type { Touch } from "./touch.ts";

type Tables = Omit<AttributionTables, "channel" | "touch"> & {
  touch: Omit<AttributionTables["touch"], "record"> & { record: Touch };
};
const tables = (db: Db) => db.$extendTables<Tables>();

/** A touch as stored. */
export type TouchRow = AttributionTables["touch"];
/** What reports tell touches apart by. */
export type Channel = Pick<AttributionTables["channel"], "kind" | "campaign" | "token" | "language">;

/** A visitor who is there and has become nobody else, held until the transaction ends: one touch at a time. */
export async function holdVisitor(trx: Trx, id: string): Promise<{ createdAt: Date } | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from visitor where id = ${id} and merged_into is null for no key update`.execute(trx);
  return rows[0] ? { createdAt: rows[0].created_at } : null;
}

/** The tokens that stand in links a person shared: their own, and those of the guests they were. */
export async function listOwnTokens(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ referrer_token: string }>`
    select referrer_token from visitor where id = ${id} or merged_into = ${id}`.execute(db);
  return rows.map(({ referrer_token }) => referrer_token);
}

/** What somebody came by, since then, the oldest first. */
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

/** Adds a touch; a click that is there already stays as it is. */
export async function insertTouch(trx: Trx, row: TouchRow): Promise<void> {
  await tables(trx)
    .insertInto("touch")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes touches of a visitor away, but for those named. */
export async function deleteOthers(trx: Trx, visitorId: string, kept: readonly string[]): Promise<void> {
  await tables(trx)
    .deleteFrom("touch")
    .where("visitor_id", "=", visitorId)
    .where("id", "not in", [...kept, ""])
    .execute();
}

/** The number of a channel, if it has one. */
export async function findChannel(db: Db, channel: Channel): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from channel where kind = ${channel.kind} and campaign = ${channel.campaign}
      and token = ${channel.token} and language = ${channel.language}`.execute(db);
  return rows[0]?.id;
}

/** Gives a channel a number, unless somebody else just did. */
export async function insertChannel(trx: Trx, channel: Channel, day: string): Promise<void> {
  await sql`
    insert into channel (kind, campaign, token, language, made_on)
    values (${channel.kind}, ${channel.campaign}, ${channel.token}, ${channel.language}, ${day})
    on conflict do nothing`.execute(trx);
}

/** How many channels were new on a day. */
export async function countChannels(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from channel where made_on = ${day}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Gives a guest's touches to a member; a click that both have stays where it came first. */
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

/** The channels that a person's touches and steps point to and that credit one of these tokens. */
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

/** Puts one channel in the place of another, wherever a person's touches and steps point to it. */
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

/** Takes tokens out of a person's touches: a touch that was nothing else becomes one by themselves. */
export async function dropTokens(trx: Trx, visitorId: string, tokens: readonly string[]): Promise<void> {
  await sql`
    update touch set record = record || '{"token": null}'::jsonb || case
      when record ->> 'kind' <> 'token' then '{}'::jsonb
      when record -> 'utm' = '{}'::jsonb then '{"kind": "direct", "value": null}'::jsonb
      else jsonb_build_object('kind', 'utm', 'value', record -> 'utm' -> 'source') end
    where visitor_id = ${visitorId} and record ->> 'token' = any(${tokens}::text[])`.execute(trx);
}
