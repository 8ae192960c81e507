import { type Language, type Person, parseLanguage } from "@cliffhanger/contract";
import { findChangeOf, findPerson, listAgreed, listDevicesOf, listIdsOf, type PersonRow } from "#accounts";
import { listAllowed } from "#attribution";
import { listRightsOf, membershipOf, orderNumberOf, sumPaid } from "#billing";
import { textIn } from "#catalogue";
import { sumWatched } from "#library";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { notFound } from "#platform/http/errors";
import type { Outbox } from "#platform/mail/email";
import { moneyOf } from "#platform/money";

/** What reading a person needs. */
export interface Reading {
  db: Db;
  clock: Clock;
  mail: Outbox;
}

/** Later than everything. */
export const NEVER = { at: new Date("9999-12-31T00:00:00Z"), id: "" };
const FEW = 20;

/** Returns a person with all ids under which their rows lie. */
export async function requirePerson(db: Db, id: string): Promise<{ person: PersonRow; ids: string[] }> {
  const person = id === "" ? undefined : await findPerson(db, id);
  if (!person) throw notFound();
  return { person, ids: await listIdsOf(db, person.id) };
}

/** Describes a person as their page shows them beside the timeline. */
export async function describePerson(
  { db, clock, mail }: Reading,
  id: string,
  language: Language,
): Promise<Person> {
  const { person, ids } = await requirePerson(db, id);
  const now = clock.now();
  const latest = { ...NEVER, limit: FEW };
  const [paid, rights, membership, watched, devices, allowed, agreed, change] = await Promise.all([
    sumPaid(db, ids),
    listRightsOf(db, ids, now),
    membershipOf(db, person.id, language, now),
    sumWatched(db, ids),
    listDevicesOf(db, person.id, now),
    listAllowed(db, ids, { ...latest, limit: 1 }),
    listAgreed(db, ids, latest),
    findChangeOf(db, person.id, now),
  ]);
  const [consent] = allowed;
  return {
    id: person.id,
    email: person.email,
    kind: person.kind,
    language: parseLanguage(person.language) ?? null,
    createdAt: person.created_at.toISOString(),
    registeredAt: person.registered_at?.toISOString() ?? null,
    deletesAt: person.deletes_at?.toISOString() ?? null,
    newEmail: change?.email ?? null,
    paid: paid.map((row) => moneyOf(row.paid, row.currency, language)),
    refunded: paid
      .filter((row) => row.refunded > 0)
      .map((row) => moneyOf(row.refunded, row.currency, language)),
    membership: {
      state: membership.state,
      plan: membership.planName ?? null,
      until: membership.renewsAt ?? null,
      renews: membership.state === "active" && membership.cancelAtPeriodEnd === false,
    },
    unlocked: new Set(rights.flatMap(({ series_id }) => series_id ?? [])).size,
    watched,
    rights: rights.map(({ id: rightId, series_id, title, source_type, valid_to, code, number }) => ({
      id: rightId,
      series:
        series_id === null ? null : { id: series_id, title: title ? textIn(title, language) : series_id },
      source: source_type,
      order: number === null ? null : orderNumberOf({ code, number: Number(number) }),
      until: valid_to?.toISOString() ?? null,
    })),
    devices: devices.map((row) => ({
      id: row.id,
      device: row.device,
      lastSeenAt: row.last_seen_at.toISOString(),
    })),
    consent: consent
      ? { ads: consent.ads, analytics: consent.analytics, at: consent.at.toISOString() }
      : null,
    agreements: agreed.map(({ document, version, at }) => ({ document, version, at: at.toISOString() })),
    mail: mail.available,
  };
}
