import {
  type Language,
  type ListedTicket,
  parseLanguage,
  type Ticket,
  type TicketView,
  ticketViews,
} from "@cliffhanger/contract";
import { findMemberByEmail, listIdsOf } from "#accounts";
import type { Db } from "#platform/db/database";
import { notFound } from "#platform/http/errors";
import { listSentMails } from "#platform/mail/repository";
import {
  countView,
  findTicket,
  listMessages,
  listSnippets,
  listTicketPage,
  orderedBy,
  readSite,
  type TicketRow,
  ticketName,
} from "#site";
import { NEVER } from "../people/person.ts";
import { ofOrders, ofSittings } from "../people/timeline.ts";

/** What reading tickets needs. */
export interface TicketReading {
  db: Db;
  now: () => Date;
  nameOf: (id: string) => Promise<string | null>;
  /** Lists the operators who may care for a ticket. */
  team: () => Promise<{ id: string; email: string }[]>;
  mail: boolean;
  /** SUPPORT_INBOX. */
  inbox: string | null;
}

/** Within this time an answer is promised. */
export const PROMISED_MS = 24 * 3_600_000;
const MAX_EXACT = 10_000;
/** Beside a ticket, the person's page has the rest. */
const BESIDE = 3;

/** Reads a page of a view, with how many tickets each view holds. */
export async function describeTickets(
  reading: TicketReading,
  {
    view,
    operatorId,
    after,
    size,
  }: { view: TicketView; operatorId: string; after?: string | undefined; size: number },
) {
  const { db } = reading;
  const [rows, team, ...counts] = await Promise.all([
    listTicketPage(db, { view, operatorId, after: keyOf(after), limit: size + 1 }),
    reading.team(),
    ...ticketViews.map((one) => countView(db, { view: one, operatorId, most: MAX_EXACT + 1 })),
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  const views = Object.fromEntries(
    ticketViews.map((one, place) => [one, Math.min(MAX_EXACT, counts[place] ?? 0)]),
  ) as Record<TicketView, number>;
  return {
    list: await Promise.all(shown.map((row) => describeRow(reading, row, team))),
    next: last ? Buffer.from(JSON.stringify([orderedBy(view, last), last.id])).toString("base64url") : null,
    count: { value: views[view], exact: (counts[ticketViews.indexOf(view)] ?? 0) <= MAX_EXACT },
    views,
  };
}

function keyOf(after: string | undefined): { at: Date; id: string } | null {
  try {
    const [at, id]: unknown[] = JSON.parse(Buffer.from(after ?? "", "base64url").toString());
    const moment = new Date(String(at));
    if (typeof id === "string" && /^[a-z0-9]{1,32}$/.test(id) && !Number.isNaN(moment.getTime()))
      return { at: moment, id };
  } catch {
    // Written by nobody here: the list begins at its start.
  }
  return null;
}

async function describeRow(
  { now, nameOf }: TicketReading,
  row: TicketRow,
  team: readonly { id: string; email: string }[],
): Promise<ListedTicket> {
  const { assigned_to: assignee, waiting_since: since, state } = row;
  const waits = state === "open" ? since : null;
  const dueAt = waits && new Date(waits.getTime() + PROMISED_MS);
  const email = team.find(({ id }) => id === assignee)?.email;
  return {
    number: ticketName(row.number),
    subject: row.subject,
    email: row.email,
    language: parseLanguage(row.language) ?? null,
    state,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    waitingSince: waits?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    isLate: dueAt !== null && dueAt < now(),
    assignedTo:
      assignee === null ? null : { id: assignee, email: email ?? (await nameOf(assignee)) ?? assignee },
  };
}

/** Reads a ticket with what is known of its person. */
export async function describeTicket(
  reading: TicketReading,
  number: number | null,
  language: Language,
): Promise<Ticket> {
  const { db, nameOf } = reading;
  const row = number === null ? undefined : await findTicket(db, { number });
  if (!row) throw notFound();
  const [messages, snippets, team, site, member] = await Promise.all([
    listMessages(db, row.id),
    listSnippets(db),
    reading.team(),
    readSite(db),
    row.visitor_id === null ? findMemberByEmail(db, row.email) : null,
  ]);
  const personId = row.visitor_id ?? member?.id ?? null;
  const ids = personId === null ? [] : await listIdsOf(db, personId);
  const latest = { ...NEVER, limit: BESIDE };
  const about = { db, ids, email: row.email, language, nameOf };
  const [orders, watched, sent] = await Promise.all([
    ofOrders(about, latest),
    ofSittings(about, latest),
    listSentMails(
      db,
      messages.map(({ id }) => id),
      { ...NEVER, limit: messages.length + 1 },
    ),
  ]);
  return {
    ...(await describeRow(reading, row, team)),
    text: row.text,
    begunBy: row.begun_by === null ? null : ((await nameOf(row.begun_by)) ?? row.begun_by),
    messages: await Promise.all(
      messages.map(async ({ id, kind, text, operator_id, at }) => {
        const mail = sent.find(({ subject_id }) => subject_id === id);
        return {
          id,
          kind,
          text,
          by: await nameOf(operator_id),
          at: at.toISOString(),
          mail: mail ? { state: mail.state, answer: mail.answer, at: mail.at.toISOString() } : null,
        };
      }),
    ),
    personId: ids.length > 0 ? personId : null,
    orders,
    watched,
    snippets: snippets.map(({ id, text }) => ({ id, text })),
    team,
    answersTo: reading.inbox ?? (site.seller.email || null),
    hasInbox: reading.inbox !== null,
    mail: reading.mail,
  };
}
