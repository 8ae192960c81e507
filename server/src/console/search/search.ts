import {
  isPermitted,
  type Language,
  type PageName,
  type Permission,
  queueNames,
  type Role,
  type SearchHit,
} from "@cliffhanger/contract";
import { normalise } from "@cliffhanger/contract/normalise";
import { listByAddress } from "#accounts";
import { findOrders, orderKeysOf, orderNumberOf } from "#billing";
import { findEpisodesByWords, findSeriesByWords, findTagsByWords, textIn } from "#catalogue";
import { loadUploads } from "#media";
import { parseAddress } from "#platform/address";
import type { Db } from "#platform/db/database";
import { wordsQuery } from "#platform/db/found-words";
import { isId } from "#platform/ids";
import { listJobs } from "#platform/jobs/listed";
import { moneyOf } from "#platform/money";
import { isRequestId } from "#platform/request-context";
import { findTicketByName, ticketName } from "#site";

/** What is searched besides the domains that the console reads itself. */
export interface Searched {
  db: Db;
  /** Returns the id of the member with an address. */
  memberOf: (email: string) => Promise<string | null>;
  pages: (text: string) => Promise<{ name: PageName; language: Language; title: string }[]>;
  operators: (text: string) => Promise<{ id: string; email: string; role: Role }[]>;
  countRequestRows: (operator: { id: string; role: Role }, requestId: string) => Promise<number>;
}

/** Who asks, and for what. */
interface Asked {
  operator: { id: string; role: Role };
  text: string;
  language: Language;
}

/** What the parts of a search read. */
interface Wanted extends Asked {
  /** For the indexes of words; null when nothing was given that narrows. */
  words: string | null;
  id: string | null;
}

const SHOWN = 6;
const MIN_LENGTH = 2;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Part = (searched: Searched, wanted: Wanted) => Promise<SearchHit[]>;

/** The parts of a search in their order, each for those who may see it elsewhere too. */
const parts: readonly { permission: Permission; find: Part }[] = [
  { permission: "person.read", find: ofPeople },
  { permission: "ticket.read", find: ofTickets },
  { permission: "order.read", find: ofOrders },
  { permission: "series.read", find: ofSeries },
  { permission: "series.read", find: ofEpisodes },
  { permission: "series.read", find: ofTags },
  { permission: "job.read", find: ofFiles },
  { permission: "job.read", find: ofJobs },
  { permission: "site", find: ofPages },
  { permission: "team", find: ofOperators },
  { permission: "audit", find: ofLog },
];

/** Searches everything that the operator may see. What was named by its whole number, id or address comes first. */
export async function search(searched: Searched, { text, ...asked }: Asked): Promise<SearchHit[]> {
  const trimmed = text.trim();
  if (trimmed.length < MIN_LENGTH || !trimmed.isWellFormed()) return [];
  const id = trimmed.toLowerCase();
  const wanted = { ...asked, text: trimmed, words: wordsQuery(trimmed), id: isId(id) ? id : null };
  const mine = parts.filter(({ permission }) => isPermitted(asked.operator.role, permission));
  const found = (await Promise.all(mine.map(({ find }) => find(searched, wanted)))).flat();
  return [...found.filter(({ exact }) => exact), ...found.filter(({ exact }) => !exact)];
}

/** Finds people by a whole address alone: to look for more of them is a search of its own, which the log has. */
async function ofPeople({ db }: Searched, { text }: Wanted): Promise<SearchHit[]> {
  const email = parseAddress(text);
  if (email === null) return [];
  const rows = await listByAddress(db, { beginning: email, after: { email: "", id: "" }, limit: SHOWN });
  const same = rows.filter((row) => row.email === email);
  return same.map(({ id, kind }) => ({ kind: "person", exact: true, id, email, of: kind }));
}

async function ofTickets({ db }: Searched, { text }: Wanted): Promise<SearchHit[]> {
  const ticket = await findTicketByName(db, text);
  if (!ticket) return [];
  const { number, subject, state } = ticket;
  return [{ kind: "ticket", exact: true, number: ticketName(number), subject, state }];
}

async function ofOrders({ db, memberOf }: Searched, { text, language }: Wanted): Promise<SearchHit[]> {
  const keys = await orderKeysOf(text, memberOf);
  const rows = (await Promise.all(keys.map((key) => findOrders(db, key, SHOWN)))).flat();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].map(({ id, title, currency, amount, state, at, ...order }) => ({
    kind: "order",
    exact: byId.size === 1,
    id,
    number: orderNumberOf(order),
    title: textIn(title, language),
    total: moneyOf(amount, currency, language).display,
    state,
    at: at.toISOString(),
  }));
}

async function ofSeries({ db }: Searched, wanted: Wanted): Promise<SearchHit[]> {
  const rows = await findSeriesByWords(db, wanted, SHOWN);
  return rows.map(({ id, title, language, poster, state }) => ({
    kind: "series",
    exact: id === wanted.id,
    id,
    title: titleFor(wanted, title, language),
    poster,
    state,
  }));
}

async function ofEpisodes({ db }: Searched, wanted: Wanted): Promise<SearchHit[]> {
  const rows = await findEpisodesByWords(db, wanted, SHOWN);
  return rows.map(({ id, seriesId, series, language, number, title }) => ({
    kind: "episode",
    exact: id === wanted.id,
    seriesId,
    series: textIn(series, language),
    number,
    title: titleFor(wanted, title, language),
  }));
}

async function ofTags({ db }: Searched, wanted: Wanted): Promise<SearchHit[]> {
  const rows = await findTagsByWords(db, wanted.words, SHOWN);
  return rows.map(({ id, kind, name }) => ({
    kind: "tag",
    exact: false,
    id,
    name: textIn(name, wanted.language),
    of: kind,
  }));
}

/** Shows a title as the console's lists do, and beside it that of another language when only that was meant. */
function titleFor({ text }: Wanted, titles: Readonly<Partial<Record<Language, string>>>, language: Language) {
  const shown = textIn(titles, language);
  const isMeant = (title: string) => normalise(title).includes(normalise(text));
  const meant = Object.values(titles).find(isMeant);
  return meant === undefined || isMeant(shown) ? shown : `${shown} (${meant})`;
}

async function ofFiles({ db }: Searched, { words }: Wanted): Promise<SearchHit[]> {
  if (words === null) return [];
  const { findFilesByWords } = await loadUploads();
  const rows = await findFilesByWords(db, words, SHOWN);
  return rows.map(({ language, series, ...file }) => ({
    kind: "file",
    exact: false,
    ...file,
    series: textIn(series, language),
  }));
}

async function ofJobs({ db }: Searched, { text }: Wanted): Promise<SearchHit[]> {
  const id = text.toLowerCase();
  if (!UUID.test(id)) return [];
  const jobs = await listJobs(db, queueNames, { limit: 1, id });
  return jobs.flatMap((job) => {
    const queue = queueNames.find((name) => name === job.queue);
    return queue ? [{ kind: "job" as const, exact: true, id, queue }] : [];
  });
}

async function ofPages({ pages }: Searched, { text }: Wanted): Promise<SearchHit[]> {
  return (await pages(text)).slice(0, SHOWN).map((page) => ({ kind: "page", exact: false, ...page }));
}

async function ofOperators({ operators }: Searched, { text }: Wanted): Promise<SearchHit[]> {
  const found = await operators(text);
  const email = parseAddress(text);
  return found
    .slice(0, SHOWN)
    .map((one) => ({ kind: "operator", exact: one.email === email || one.id === text, ...one }));
}

async function ofLog({ countRequestRows }: Searched, { operator, text }: Wanted): Promise<SearchHit[]> {
  if (!isRequestId(text)) return [];
  const rows = await countRequestRows(operator, text);
  return rows === 0 ? [] : [{ kind: "log", exact: true, requestId: text, rows }];
}
