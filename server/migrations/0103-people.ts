import { type Kysely, sql } from "kysely";

/** What the console's page of a person shows that no other table has: the team's notes, mails with their answers, and look-ups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table person_note (
    id text primary key,
    visitor_id text not null references visitor (id) on delete cascade,
    at timestamptz not null,
    operator_id text not null,
    text text not null
  )`,
  "create index person_note_visitor on person_note (visitor_id, at desc, id desc)",
  `create table mail_sent (
    id text primary key,
    kind text not null,
    subject_id text not null,
    at timestamptz not null,
    state text not null check (state in ('accepted', 'refused', 'delayed')),
    answer text
  )`,
  "comment on table mail_sent is 'One row an email, without its address and text; refused and delayed with what the mail server said.'",
  "comment on column mail_sent.subject_id is 'The id that the email is about: of a visitor, order, refund, subscription, ticket and so on.'",
  "create index mail_sent_subject on mail_sent (subject_id, at desc, id desc)",
  "create index mail_sent_at on mail_sent (at)",
  `create table person_look_up (
    operator_id text not null,
    subject text not null,
    hour timestamptz not null,
    weight integer not null,
    primary key (operator_id, hour, subject)
  )`,
  "comment on table person_look_up is 'Which people an operator looked up in an hour; one row of the audit log each.'",
];
