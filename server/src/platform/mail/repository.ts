import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { type Before, pastOf } from "../db/moments.ts";
import { prepared } from "../db/prepared.ts";

/** The outcome of an email. */
export interface SentMail {
  id: string;
  kind: string;
  /** The id that the email is about: of a visitor, order, ticket and so on. */
  subject_id: string;
  at: Date;
  state: "accepted" | "refused" | "delayed";
  /** What the mail server said, without addresses. */
  answer: string | null;
}

/** Records the outcome of an email; the last attempt counts. */
export async function saveSentMail(db: Db, mail: SentMail): Promise<void> {
  await sql`
    insert into mail_sent (id, kind, subject_id, at, state, answer)
    values (${mail.id}, ${mail.kind}, ${mail.subject_id}, ${mail.at}, ${mail.state}, ${mail.answer})
    on conflict (id) do update set at = excluded.at, state = excluded.state, answer = excluded.answer`.execute(
    db,
  );
}

/** Lists the emails about some ids, the newest first. */
export async function listSentMails(
  db: Db,
  subjectIds: readonly string[],
  before: Before,
): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    select id, kind, subject_id, at, state, answer from mail_sent
    where subject_id = any(${[...subjectIds]}::text[]) and ${pastOf("at", "id", before)} ${prepared}`.execute(
    db,
  );
  return rows;
}

/** Deletes the records of emails about these ids, or of old ones about others. */
export async function deleteSentMails(
  db: Db,
  which: { subjectIds: readonly string[] } | { until: Date },
): Promise<void> {
  await ("subjectIds" in which
    ? sql`delete from mail_sent where subject_id = any(${which.subjectIds}::text[])`
    : sql`delete from mail_sent where at < ${which.until}`
  ).execute(db);
}
