import {
  type Language,
  type TimelineEvent,
  type TimelineGroup,
  type TimelineKind,
  timelineKinds,
} from "@cliffhanger/contract";
import { listAgreed, listSignIns } from "#accounts";
import { listAllowed, listPersonSteps, listVisits } from "#attribution";
import { listChargesOf, listMailSubjects, listOrdersOf, listRefundsOf, orderNumberOf } from "#billing";
import { nameSeries, type Texts, textIn } from "#catalogue";
import { listSittings } from "#library";
import { listActsOn } from "#platform/db/audit-acts";
import type { Db } from "#platform/db/database";
import type { Before } from "#platform/db/moments";
import { listSentMails } from "#platform/mail/repository";
import { moneyOf } from "#platform/money";
import { listTicketIdsOf, listTicketsBy, ticketName } from "#site";
import { type NameOf, namingOnce } from "../naming/name-of.ts";
import { NEVER } from "./person.ts";
import { listNotes } from "./repository.ts";

/** Whose timeline is read, by whom, and how their rows are found. */
export interface TimelineReading {
  db: Db;
  language: Language;
  /** All ids under which the person's rows lie. */
  ids: readonly string[];
  email: string | null;
  nameOf: NameOf;
}

/** Which page of a timeline. */
export interface TimelinePage {
  after: string | undefined;
  size: number;
  group: TimelineGroup | undefined;
}

type Source = (reading: TimelineReading, before: Before) => Promise<TimelineEvent[]>;

/** Every source in the order of events at the same moment, the later cause first. */
const sources: readonly { kind: TimelineKind; read: Source }[] = [
  { kind: "note", read: ofNotes },
  { kind: "act", read: ofActs },
  { kind: "ticket", read: ofTickets },
  { kind: "mail", read: ofMails },
  { kind: "refund", read: ofRefunds },
  { kind: "payment", read: ofPayments },
  { kind: "order", read: ofOrders },
  { kind: "step", read: ofSteps },
  { kind: "watched", read: ofSittings },
  { kind: "consent", read: ofConsents },
  { kind: "sign_in", read: ofSignIns },
  { kind: "visit", read: ofVisits },
];

/** Later than every id that begins a key, so that all events of the same moment follow. */
const LAST_ID = "\u{10ffff}";
const EXCERPT = 280;

/** Reads a page of what happened to a person, newest first: each source from the last key on, merged by time. */
export async function readTimeline(
  whole: TimelineReading,
  { after, size, group }: TimelinePage,
): Promise<{ list: TimelineEvent[]; next: string | null }> {
  const reading = { ...whole, nameOf: namingOnce(whole.nameOf) };
  const key = keyOf(after);
  const wanted = sources.filter(({ kind }) => group === undefined || timelineKinds[kind] === group);
  const read = await Promise.all(
    wanted.map(async ({ kind, read: readSource }) => {
      const rank = rankOf(kind);
      const id = rank === key.rank ? key.id : rank > key.rank ? LAST_ID : "";
      return readSource(reading, { at: key.at, id, limit: size + 1 });
    }),
  );
  const merged = read.flat().toSorted(newestFirst);
  const list = merged.slice(0, size);
  const last = merged.length > size ? list.at(-1) : undefined;
  const next = last && Buffer.from(JSON.stringify([last.at, last.kind, last.id])).toString("base64url");
  return { list, next: next ?? null };
}

function rankOf(kind: string): number {
  return sources.findIndex((source) => source.kind === kind);
}

function newestFirst(one: TimelineEvent, other: TimelineEvent): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  const rank = rankOf(one.kind) - rankOf(other.kind);
  return rank !== 0 ? rank : one.id < other.id ? 1 : -1;
}

/** Returns where a page begins; a key that cannot be read begins at the newest event. */
function keyOf(after: string | undefined): { at: Date; rank: number; id: string } {
  try {
    const [at, kind, id]: unknown[] = JSON.parse(Buffer.from(after ?? "", "base64url").toString());
    const moment = new Date(String(at));
    if (typeof id === "string" && id.isWellFormed() && !id.includes("\0") && !Number.isNaN(moment.getTime()))
      return { at: moment, rank: rankOf(String(kind)), id };
  } catch {
    // Written by nobody here: the list begins at its start.
  }
  return { at: NEVER.at, rank: sources.length, id: "" };
}

type SeriesNamed = { series_id: string | null; title: Texts | null };

function seriesOf({ series_id, title }: SeriesNamed, language: Language) {
  return series_id === null ? null : { id: series_id, title: title ? textIn(title, language) : series_id };
}

interface OrderNamed {
  order_id: string;
  code: string | null;
  number: number;
  currency: string;
  amount: number;
}

function orderOf({ order_id, currency, amount, code, number }: OrderNamed, language: Language) {
  return {
    orderId: order_id,
    number: orderNumberOf({ code, number: Number(number) }),
    total: moneyOf(Number(amount), currency, language).display,
  };
}

async function ofNotes({ db, ids, nameOf }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listNotes(db, ids, before);
  return Promise.all(
    rows.map(async ({ id, at, text, operator_id }) => ({
      kind: "note" as const,
      id,
      at: at.toISOString(),
      text,
      by: await nameOf(operator_id),
    })),
  );
}

/** Reading and writing to a person are in the log and among the tickets. */
const notShown = ["person.read", "person.note"] as const;

async function ofActs({ db, ids, nameOf }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listActsOn(db, { kind: "person", ids, without: notShown }, before);
  return Promise.all(
    rows.map(async ({ id, at, action, actor, actor_kind, reason, before: was, after: is }) => {
      const about = is ?? was ?? {};
      const series = typeof about["series"] === "string" ? about["series"] : null;
      const until = typeof about["until"] === "string" ? about["until"] : null;
      return {
        kind: "act" as const,
        id,
        at: at.toISOString(),
        action,
        by: actor_kind === "operator" ? await nameOf(actor) : actor,
        reason,
        until,
        series: series === null ? null : await seriesNamed(db, series),
      };
    }),
  );
}

async function seriesNamed(db: Db, id: string) {
  return { id, title: (await nameSeries(db, [id])).get(id) ?? id };
}

async function ofTickets({ db, ids, email }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listTicketsBy(db, { ids, email }, before);
  return rows.map(({ id, created_at, number, subject, text, state }) => ({
    kind: "ticket",
    id,
    at: created_at.toISOString(),
    number: ticketName(number),
    subject,
    text: text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}…` : text,
    state,
  }));
}

async function ofMails({ db, ids, email }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const [bought, tickets] = await Promise.all([
    listMailSubjects(db, ids),
    listTicketIdsOf(db, { ids, email }),
  ]);
  const rows = await listSentMails(db, [...ids, ...bought, ...tickets], before);
  return rows.map(({ id, at, kind, state, answer }) => ({
    kind: "mail",
    id,
    at: at.toISOString(),
    mail: kind,
    state,
    answer,
  }));
}

async function ofRefunds({ db, ids, language }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listRefundsOf(db, ids, before);
  return rows.map((row) => ({
    kind: "refund",
    id: row.id,
    at: row.at.toISOString(),
    ...orderOf(row, language),
    state: row.state,
    by: row.initiated_by,
  }));
}

async function ofPayments({ db, ids, language }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listChargesOf(db, ids, before);
  return rows.map((row) => ({
    kind: "payment",
    id: row.id,
    at: row.at.toISOString(),
    ...orderOf(row, language),
    gateway: row.gateway,
    outcome: row.outcome,
    decline: row.decline_code,
    method: row.kind === "card" && row.last4 !== null ? `${row.brand ?? "card"} ${row.last4}` : row.kind,
  }));
}

/** Reads the orders of a person as events. */
export async function ofOrders(
  { db, ids, language }: TimelineReading,
  before: Before,
): Promise<TimelineEvent[]> {
  const rows = await listOrdersOf(db, ids, before);
  return rows.map((row) => ({
    kind: "order",
    id: row.id,
    at: row.at.toISOString(),
    ...orderOf(row, language),
    title: textIn(row.title, language),
    of: row.kind,
    state: row.state,
  }));
}

async function ofSteps({ db, ids, language }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listPersonSteps(db, ids, before);
  return rows.map((row) => ({
    kind: "step",
    id: row.id,
    at: row.at.toISOString(),
    step: row.step,
    episode: row.episode_number,
    series: seriesOf(row, language),
  }));
}

/** Reads what a person watched as events. */
export async function ofSittings(
  { db, ids, language }: TimelineReading,
  before: Before,
): Promise<TimelineEvent[]> {
  const rows = await listSittings(db, ids, before);
  return rows.map((row) => ({
    kind: "watched",
    id: row.id,
    at: row.at.toISOString(),
    series: seriesOf(row, language),
    from: row.first,
    to: row.last,
    episodes: row.episodes,
    seconds: row.seconds,
    stoppedAt: row.stopped_at,
  }));
}

async function ofConsents({ db, ids }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const [allowed, agreed] = await Promise.all([listAllowed(db, ids, before), listAgreed(db, ids, before)]);
  return [
    ...allowed.map(({ id, at, ads, analytics, version }) => ({
      kind: "consent" as const,
      id,
      at: at.toISOString(),
      allowed: { ads, analytics },
      document: null,
      version,
    })),
    ...agreed.map(({ id, at, document, version }) => ({
      kind: "consent" as const,
      id,
      at: at.toISOString(),
      allowed: null,
      document,
      version,
    })),
  ];
}

async function ofSignIns({ db, ids }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listSignIns(db, ids, before);
  return rows.map(({ id, at, what, device }) => ({
    kind: "sign_in",
    id,
    at: at.toISOString(),
    what,
    device,
  }));
}

async function ofVisits({ db, ids, language }: TimelineReading, before: Before): Promise<TimelineEvent[]> {
  const rows = await listVisits(db, ids, before);
  return rows.map((row) => ({
    kind: "visit",
    id: row.id,
    at: row.at.toISOString(),
    channel: row.kind,
    campaign: row.campaign,
    landing: row.landing,
    series: seriesOf(row, language),
  }));
}
