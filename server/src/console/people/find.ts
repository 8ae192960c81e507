import type { FoundPerson, PeopleQuery } from "@cliffhanger/contract";
import { parseLanguage } from "@cliffhanger/contract";
import type * as z from "zod";
import { countByAddress, findPerson, listByAddress, listPeople, type PersonRow } from "#accounts";
import {
  type CardPayment,
  findOrders,
  listOwnersOf,
  listPaidByCard,
  listStandings,
  orderKeysOf,
} from "#billing";
import { parseAddress } from "#platform/address";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { isId } from "#platform/ids";
import { findTicketByName } from "#site";

/** What finding people needs. */
export interface Finding {
  db: Db;
  clock: Clock;
  /** Returns the time zone of the site. */
  zone: () => Promise<string>;
}

type Query = z.output<typeof PeopleQuery>;

/** A page of people, and the key of the page after it. */
export interface FoundPage {
  list: FoundPerson[];
  next: string | null;
  count: { value: number; exact: boolean };
}

const nobody: FoundPage = { list: [], next: null, count: { value: 0, exact: true } };
const MIN_BEGINNING = 2;
const MAX_EXACT = 10_000;
/** More than one number, card or address ever names. */
const MOST_NAMED = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Finds people: by a card with its payment, by what names them wholly, or else by the beginning of their address. */
export async function findPeople(finding: Finding, query: Query): Promise<FoundPage> {
  const { db, zone } = finding;
  const card = cardOf(query, query.last4 ? await zone() : "UTC");
  if (card) return named(finding, await listPaidByCard(db, card, MOST_NAMED));
  const text = (query.q ?? "").trim();
  if (text.length < MIN_BEGINNING || !text.isWellFormed()) return nobody;
  const ids = await idsNamedBy(db, text);
  if (ids.length > 0) return named(finding, ids);
  return beginning(finding, text.normalize("NFC").toLowerCase(), query);
}

/** Returns those whom a whole address, number or id names. */
async function idsNamedBy(db: Db, text: string): Promise<string[]> {
  const email = parseAddress(text);
  const keys = await orderKeysOf(text, async () => null);
  const [orders, ticket, person] = await Promise.all([
    Promise.all(keys.map((key) => findOrders(db, key, MOST_NAMED))),
    findTicketByName(db, text),
    isId(text.toLowerCase()) ? findPerson(db, text.toLowerCase()) : undefined,
  ]);
  const owners = await listOwnersOf(
    db,
    orders.flat().map(({ id }) => id),
  );
  const addresses = [email, ticket?.email].filter((one) => one != null);
  const byAddress = await Promise.all(
    addresses.map((one) =>
      listByAddress(db, { beginning: one, after: { email: "", id: "" }, limit: MOST_NAMED }),
    ),
  );
  const same = byAddress.flat().filter((row) => addresses.includes(row.email ?? ""));
  return [
    ...owners,
    ...same.map(({ id }) => id),
    ...(ticket?.visitor_id ? [ticket.visitor_id] : []),
    ...(person ? [person.id] : []),
  ];
}

async function named({ db, clock }: Finding, ids: readonly string[]): Promise<FoundPage> {
  const rows = await listPeople(db, [...new Set(ids)].slice(0, MOST_NAMED));
  return {
    list: await describe(db, rows, clock.now()),
    next: null,
    count: { value: rows.length, exact: true },
  };
}

async function beginning({ db, clock }: Finding, text: string, query: Query): Promise<FoundPage> {
  const after = keyOf(query.after);
  const [rows, count] = await Promise.all([
    listByAddress(db, { beginning: text, after, limit: query.size + 1 }),
    countByAddress(db, text, MAX_EXACT + 1),
  ]);
  const shown = rows.slice(0, query.size);
  const last = rows.length > query.size ? shown.at(-1) : undefined;
  return {
    list: await describe(db, shown, clock.now()),
    next: last ? Buffer.from(JSON.stringify([last.email, last.id])).toString("base64url") : null,
    count: { value: Math.min(count, MAX_EXACT), exact: count <= MAX_EXACT },
  };
}

function keyOf(after: string | undefined): { email: string; id: string } {
  try {
    const [email, id]: unknown[] = JSON.parse(Buffer.from(after ?? "", "base64url").toString());
    if (typeof email === "string" && typeof id === "string" && (email + id).isWellFormed())
      return { email, id };
  } catch {
    // Written by nobody here: the list begins at its start.
  }
  return { email: "", id: "" };
}

async function describe(db: Db, rows: readonly PersonRow[], now: Date): Promise<FoundPerson[]> {
  const standings = await listStandings(
    db,
    rows.map(({ id }) => id),
    now,
  );
  const byId = new Map(standings.map((one) => [one.id, one]));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    kind: row.kind,
    since: (row.registered_at ?? row.created_at).toISOString(),
    language: parseLanguage(row.language) ?? null,
    paidOrders: byId.get(row.id)?.paid ?? 0,
    memberUntil: byId.get(row.id)?.until?.toISOString() ?? null,
    deletesAt: row.deletes_at?.toISOString() ?? null,
  }));
}

/** Returns the payment by a card that a query names; null when it does not name one wholly. */
function cardOf({ last4 = "", day = "", amount = "" }: Query, zone: string): CardPayment | null {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(amount.trim()) ?? [];
  if (!/^\d{4}$/.test(last4) || !DAY.test(day) || whole === undefined) return null;
  const amounts = [0, 2, 3]
    .filter((digits) => fraction.length <= digits)
    .map((digits) => Number(whole + fraction.padEnd(digits, "0")));
  try {
    const date = Temporal.PlainDate.from(day);
    const startOf = (one: Temporal.PlainDate) => new Date(one.toZonedDateTime(zone).epochMilliseconds);
    return { last4, from: startOf(date), until: startOf(date.add({ days: 1 })), amounts };
  } catch {
    return null;
  }
}
