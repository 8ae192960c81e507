import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { OperatorTables } from "./tables.ts";

/** An operator as stored. */
export type OperatorRow = OperatorTables["operator"];
/** A passkey as stored. */
export type PasskeyRow = OperatorTables["operator_passkey"];
/** Password, one-time codes and recovery codes as stored. */
export type SecretRow = OperatorTables["operator_secret"];
/** A session as stored. */
export type SessionRow = OperatorTables["operator_session"];
/** A challenge as stored. */
export type ChallengeRow = OperatorTables["operator_challenge"];

const tables = (db: Db) => db.$extendTables<OperatorTables>();

/** Returns an operator. */
export async function findOperator(
  db: Db,
  by: { id: string } | { email: string },
): Promise<OperatorRow | undefined> {
  const query = tables(db).selectFrom("operator").selectAll();
  return (
    "id" in by ? query.where("id", "=", by.id) : query.where("email", "=", by.email)
  ).executeTakeFirst();
}

/** Returns an operator, locked until the transaction ends. */
export async function lockOperator(trx: Trx, id: string): Promise<OperatorRow | undefined> {
  return tables(trx).selectFrom("operator").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Inserts an operator; undefined when the address is taken. */
export async function insertOperator(trx: Trx, row: OperatorRow): Promise<OperatorRow | undefined> {
  return tables(trx)
    .insertInto("operator")
    .values(row)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes an operator and raises their version. */
export async function updateOperator(
  trx: Trx,
  id: string,
  change: Partial<Pick<OperatorRow, "language" | "role" | "state">>,
): Promise<OperatorRow> {
  return tables(trx)
    .updateTable("operator")
    .set({ ...change, version: sql`version + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the invitation of an operator: an earlier link ends. */
export async function saveInvite(trx: Trx, row: OperatorTables["operator_invite"]): Promise<void> {
  await tables(trx)
    .insertInto("operator_invite")
    .values(row)
    .onConflict((conflict) => conflict.column("operator_id").doUpdateSet(row))
    .execute();
}

/** Returns the invited operator of a code that has not ended; `lock` holds it until the transaction ends. */
export async function findInvited(
  db: Db,
  hash: Buffer,
  at: Date,
  lock = false,
): Promise<(OperatorRow & { invite_ends_at: Date }) | undefined> {
  const query = tables(db)
    .selectFrom("operator_invite")
    .innerJoin("operator", "operator.id", "operator_invite.operator_id")
    .selectAll("operator")
    .select("operator_invite.ends_at as invite_ends_at")
    .where("code_hash", "=", hash)
    .where("operator_invite.ends_at", ">", at)
    .where("operator.state", "<>", "off");
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Deletes the invitation of an operator; returns whether there was one. */
export async function deleteInvite(trx: Trx, operatorId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(trx)
    .deleteFrom("operator_invite")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lists the passkeys of an operator, the oldest first. */
export async function listPasskeys(db: Db, operatorId: string): Promise<PasskeyRow[]> {
  return tables(db)
    .selectFrom("operator_passkey")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .orderBy("created_at")
    .execute();
}

/** Returns a passkey by the id of its credential. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return tables(db)
    .selectFrom("operator_passkey")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/** Inserts a passkey. */
export async function insertPasskey(trx: Trx, row: PasskeyRow): Promise<void> {
  await tables(trx).insertInto("operator_passkey").values(row).execute();
}

/** Records a use of a passkey, with its counter. */
export async function usePasskey(
  trx: Trx,
  id: string,
  use: { counter: number; used_at: Date },
): Promise<void> {
  await tables(trx).updateTable("operator_passkey").set(use).where("id", "=", id).execute();
}

/** Deletes a passkey of an operator; returns it. */
export async function deletePasskey(
  trx: Trx,
  operatorId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  return tables(trx)
    .deleteFrom("operator_passkey")
    .where("operator_id", "=", operatorId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the secrets of an operator; `lock` holds them until the transaction ends. */
export async function findSecret(db: Db, operatorId: string, lock = false): Promise<SecretRow | undefined> {
  const query = tables(db).selectFrom("operator_secret").selectAll().where("operator_id", "=", operatorId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Inserts or changes the secrets of an operator. */
export async function saveSecret(
  trx: Trx,
  operatorId: string,
  secret: Partial<Omit<SecretRow, "operator_id">>,
): Promise<void> {
  const row = { password_hash: null, totp_sealed: null, totp_step: 0, recovery_hashes: [], ...secret };
  await tables(trx)
    .insertInto("operator_secret")
    .values({ operator_id: operatorId, ...row })
    .onConflict((conflict) => conflict.column("operator_id").doUpdateSet(secret))
    .execute();
}

/** Deletes every proof of an operator. */
export async function deleteProofs(trx: Trx, operatorId: string): Promise<void> {
  await tables(trx).deleteFrom("operator_passkey").where("operator_id", "=", operatorId).execute();
  await tables(trx).deleteFrom("operator_secret").where("operator_id", "=", operatorId).execute();
}

/** A session with its operator, and by what they can prove who they are. */
export type SessionOf = SessionRow & { operator: OperatorRow; has_passkey: boolean; has_password: boolean };

/** Returns a session by the hash of its secret. */
export async function findSession(db: Db, hash: Buffer): Promise<SessionOf | undefined> {
  const { rows } = await sql<SessionOf>`
    select session.id, session.operator_id, token_hash, device, network, session.created_at, last_used_at, fresh_until, ends_at,
      to_jsonb(operator) as operator,
      exists (select from operator_passkey where operator_id = operator.id) as has_passkey,
      exists (select from operator_secret where operator_id = operator.id and password_hash is not null) as has_password
    from operator_session as session join operator on operator.id = session.operator_id
    where token_hash = ${hash} ${prepared}`.execute(db);
  return rows[0];
}

/** Lists the sessions of an operator, the newest first. */
export async function listSessions(db: Db, operatorId: string): Promise<SessionRow[]> {
  return tables(db)
    .selectFrom("operator_session")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Inserts a session, and ends the oldest ones above `most`. */
export async function insertSession(trx: Trx, row: SessionRow, most: number): Promise<void> {
  await tables(trx).insertInto("operator_session").values(row).execute();
  await sql`delete from operator_session where id in (
    select id from operator_session where operator_id = ${row.operator_id}
    order by created_at desc, id desc offset ${most})`.execute(trx);
}

/** Records the last use of a session, or until when its identity is fresh. */
export async function updateSession(
  db: Db,
  id: string,
  change: Partial<Pick<SessionRow, "last_used_at" | "fresh_until">>,
): Promise<void> {
  await tables(db).updateTable("operator_session").set(change).where("id", "=", id).execute();
}

/** Ends sessions of an operator: one, all but one, or all. Returns how many. */
export async function deleteSessions(
  db: Db,
  operatorId: string,
  which: { id?: string; except?: string } = {},
): Promise<number> {
  let query = tables(db).deleteFrom("operator_session").where("operator_id", "=", operatorId);
  if (which.id !== undefined) query = query.where("id", "=", which.id);
  if (which.except !== undefined) query = query.where("id", "<>", which.except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Inserts a challenge, and deletes those that have ended. */
export async function insertChallenge(db: Db, row: ChallengeRow, now: Date): Promise<void> {
  await tables(db).deleteFrom("operator_challenge").where("ends_at", "<", now).execute();
  await tables(db).insertInto("operator_challenge").values(row).execute();
}

/** Takes a challenge: it cannot be used again. */
export async function takeChallenge(
  db: Db,
  id: string,
  purpose: ChallengeRow["purpose"],
  at: Date,
): Promise<ChallengeRow | undefined> {
  return tables(db)
    .deleteFrom("operator_challenge")
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("ends_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

/** Counts one more try of a challenge that may be tried `most` times; undefined when it has none left. */
export async function tryChallenge(
  db: Db,
  id: string,
  { purpose, at, most }: { purpose: ChallengeRow["purpose"]; at: Date; most: number },
): Promise<ChallengeRow | undefined> {
  return tables(db)
    .updateTable("operator_challenge")
    .set({ tries: sql`tries + 1` })
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("ends_at", ">", at)
    .where("tries", "<", most)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a challenge. */
export async function deleteChallenge(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom("operator_challenge").where("id", "=", id).execute();
}

/** An operator as owners see them, with counts. */
export interface MemberRow extends OperatorRow {
  passkeys: number;
  password: boolean;
  sessions: number;
  last_used_at: Date | null;
  invite_sent_at: Date | null;
  invite_ends_at: Date | null;
}

/** Lists operators with their proofs, sessions and invitations. */
export async function listMembers(db: Db, now: Date, id?: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select operator.*,
      (select count(*)::int from operator_passkey where operator_id = operator.id) as passkeys,
      exists (select from operator_secret where operator_id = operator.id and password_hash is not null) as password,
      (select count(*)::int from operator_session where operator_id = operator.id and ends_at > ${now}) as sessions,
      (select max(last_used_at) from operator_session where operator_id = operator.id) as last_used_at,
      invite.sent_at as invite_sent_at, invite.ends_at as invite_ends_at
    from operator left join operator_invite as invite on invite.operator_id = operator.id and invite.ends_at > ${now}
    where ${id ?? null}::text is null or operator.id = ${id ?? null}
    order by operator.created_at, operator.id`.execute(db);
  return rows;
}

/** Returns what an earlier call with this key answered. */
export async function findRequest(
  db: Db,
  operatorId: string,
  key: string,
): Promise<OperatorTables["console_request"] | undefined> {
  return tables(db)
    .selectFrom("console_request")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("request_key", "=", key)
    .executeTakeFirst();
}

/** Takes the key of a call, so that two of the same wait for each other; false when it was used already. */
export async function insertRequest(trx: Trx, row: OperatorTables["console_request"]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(trx)
    .insertInto("console_request")
    .values({ ...row, answer: JSON.stringify(row.answer) })
    .onConflict((conflict) => conflict.columns(["operator_id", "request_key"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Saves what a call answered. */
export async function saveAnswer(trx: Trx, operatorId: string, key: string, answer: unknown): Promise<void> {
  await tables(trx)
    .updateTable("console_request")
    .set({ answer: JSON.stringify(answer) })
    .where("operator_id", "=", operatorId)
    .where("request_key", "=", key)
    .execute();
}

/** Deletes what has ended: sessions, invitations, challenges and answers; returns how many rows. */
export async function deleteEnded(db: Db, now: Date, answersBefore: Date): Promise<number> {
  const deleted = await Promise.all([
    tables(db).deleteFrom("operator_session").where("ends_at", "<", now).executeTakeFirst(),
    tables(db).deleteFrom("operator_challenge").where("ends_at", "<", now).executeTakeFirst(),
    tables(db).deleteFrom("console_request").where("at", "<", answersBefore).executeTakeFirst(),
  ]);
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
