import * as z from "zod";
import type { Call } from "../call.ts";
import { keyPage } from "./key-pages.ts";
import {
  FoundPerson,
  PeopleQuery,
  Person,
  PersonAct,
  PersonGrant,
  PersonQuery,
  PersonRevoke,
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
} as const satisfies Record<string, Call>;
