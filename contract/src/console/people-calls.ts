import * as z from "zod";
import type { Call } from "../call.ts";
import { keyPage } from "./key-pages.ts";
import {
  FoundPerson,
  PeopleQuery,
  Person,
  PersonAct,
  PersonDelete,
  PersonDeletion,
  PersonGrant,
  PersonMail,
  PersonNote,
  PersonQuery,
  PersonRevoke,
  PersonWrite,
  TimelineQuery,
} from "./people.ts";
import { TimelineEvent } from "./timeline.ts";

/** The calls of people. */
export const consolePeopleCalls = {
  "GET /api/console/people": {
    summary: "People by address, order, receipt, ticket, gateway id or card",
    cache: "private",
    query: PeopleQuery,
    data: keyPage(FoundPerson),
    console: { permission: "person.read" },
  },
  "GET /api/console/people/one": {
    summary: "One person: what they paid, may watch, use and agreed to",
    cache: "private",
    query: PersonQuery,
    info: Person,
    console: { permission: "person.read" },
  },
  "GET /api/console/people/timeline": {
    summary: "What happened to a person and what they did, newest first",
    cache: "private",
    query: TimelineQuery,
    info: z.object({ list: z.array(TimelineEvent), next: z.string().nullable() }),
    console: { permission: "person.read" },
  },
  "POST /api/console/people/grant": {
    summary: "Grants a member days of every series, or one series permanently",
    cache: "private",
    body: PersonGrant,
    info: Person,
    console: { permission: "person.help", writes: "person.grant", fresh: "over_limit" },
  },
  "POST /api/console/people/revoke": {
    summary: "Revokes a grant at once",
    cache: "private",
    body: PersonRevoke,
    info: Person,
    console: { permission: "person.help", writes: "person.revoke" },
  },
  "POST /api/console/people/sessions/end": {
    summary: "Signs a person out on every device",
    cache: "private",
    body: PersonAct,
    info: Person,
    console: { permission: "person.help", writes: "person.sessions.end" },
  },
  "POST /api/console/people/note": {
    summary: "Notes something about a person for the team",
    cache: "private",
    body: PersonNote,
    info: Person,
    console: { permission: "person.help", writes: "person.note" },
  },
  "POST /api/console/people/write": {
    summary: "Writes to a person by mail, which begins a ticket",
    cache: "private",
    body: PersonWrite,
    maxBytes: 32 * 1024,
    info: z.object({ ticket: z.string() }),
    console: { permission: "person.help", writes: "person.write" },
  },
  "POST /api/console/people/mail": {
    summary: "Begins the change of an address: both mailboxes are written to, and the new one confirms it",
    cache: "private",
    body: PersonMail,
    info: Person,
    console: { permission: "person.data", writes: "person.mail", fresh: "always" },
  },
  "POST /api/console/people/export": {
    summary: "All data about a person, as a ZIP of JSON files",
    cache: "private",
    body: PersonAct,
    file: "application/zip",
    console: { permission: "person.data", writes: "person.export", fresh: "always" },
  },
  "POST /api/console/people/delete": {
    summary: "Schedules the deletion of an account, or answers what that will do",
    cache: "private",
    body: PersonDelete,
    info: z.object({ person: Person, effect: PersonDeletion.nullable() }),
    console: { permission: "person.data", writes: "person.delete", fresh: "always" },
  },
} as const satisfies Record<string, Call>;
