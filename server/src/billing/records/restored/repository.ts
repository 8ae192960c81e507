import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { GatewayName } from "../gateway.ts";

/** How long the gateways keep their events. */
const EVENTS_KEPT_MS = 30 * 86_400_000;
const OVERLAP_MS = 3_600_000;
/** What happened before the restore is listed by then. */
const LISTED_AFTER = "10 minutes";

/**
 * Notes that the database was restored: what was charged since the snapshot is unknown, so nothing is charged or refunded
 * by itself until the gateways' events are settled ({@link readCatchUp}). They are due to be read at once. A backup of a
 * release that does not know this state is not held.
 */
export async function holdAfterRestore(db: Db, snapshotAt: Date): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('restored') is not null as known`.execute(
    db,
  );
  if (!rows[0]?.known) return;
  await sql`insert into restored (snapshot_at) values (${snapshotAt})`.execute(db);
  await sql`update gateway_watermark set sweep_at = least(sweep_at, ${snapshotAt})`.execute(db);
}

/** Returns the time of the restored snapshot while charges are held; null otherwise. */
export async function findRestoredSnapshot(db: Db): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select min(snapshot_at) as at from restored where resumed_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

/** How long what a restored database does not know stays: a newer backup, or the database that was moved aside, may know it. */
const UNKNOWN_KEPT = "30 days";

/** Returns the oldest snapshot that was restored in the last 30 days, by the database's clock; null without a restore. */
export async function findRecentSnapshot(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(snapshot_at) as at from restored where at > now() - ${UNKNOWN_KEPT}::interval`.execute(db);
  return rows[0]?.at ?? null;
}

/** Returns whether this database was ever restored: only then may a gateway know payments of ours that it lacks. */
export async function hasBeenRestored(db: Db): Promise<boolean> {
  const { rows } = await sql<{ restored: boolean }>`
    select exists (select from restored) as restored`.execute(db);
  return rows[0]?.restored ?? false;
}

/** Lets charges and refunds run again; returns whether they were held. */
export async function resumeAfterRestore(db: Db | Trx): Promise<boolean> {
  const { rows } =
    await sql`update restored set resumed_at = now() where resumed_at is null returning 1`.execute(db);
  return rows.length > 0;
}

/** What is still unknown after a restore. */
export interface CatchUp {
  /** When the database was restored, and as of when. */
  at: Date;
  snapshotAt: Date;
  /** Whether the gateways no longer list all events since the snapshot. */
  tooOld: boolean;
  /** Gateways whose events since the snapshot were not all read, including those that are not configured any more. */
  unread: GatewayName[];
  /** Events that are being handled, and those that could not be and that nobody has closed. */
  waiting: number;
  failed: number;
}

/** Returns what a restore still waits for; null if none does. */
export async function readCatchUp(
  db: Db,
  { configured, now }: { configured: readonly GatewayName[]; now: Date },
): Promise<CatchUp | null> {
  const { rows } = await sql<Omit<CatchUp, "tooOld">>`
    with held as (
      select min(at) as at, min(snapshot_at) as oldest, greatest(max(snapshot_at), max(at) + ${LISTED_AFTER}::interval) as listed from restored
      where resumed_at is null)
    select held.at, oldest as "snapshotAt",
      array(select name from (values ('stripe'), ('paypal')) as known (name) left join gateway_watermark as mark on gateway = name
        where coalesce(mark.at <= listed, name = any(${configured}::text[])
          or exists (select from payment where payment.gateway = name))) as unread,
      (select count(*)::int from webhook_inbox where state = 'new') as waiting,
      (select count(*)::int from webhook_inbox where state = 'failed' and received_at > oldest and not exists (
        select from money_log where subject = 'review' and subject_id = webhook_inbox.id)) as failed
    from held where held.at is not null`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const oldest = now.getTime() - EVENTS_KEPT_MS + OVERLAP_MS;
  return { ...found, tooOld: found.snapshotAt.getTime() < oldest };
}
