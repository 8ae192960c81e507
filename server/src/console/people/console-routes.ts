import { FRESH_GRANT_DAYS } from "@cliffhanger/contract";
import { endSessionsOf } from "#accounts";
import { createGrantFor, withdrawGrant } from "#billing";
import { nameSeries } from "#catalogue";
import { onceFor } from "#operators";
import type { Acting } from "#platform/db/audit";
import { type ConsoleInput, handleConsoleCall, requireFresh } from "#platform/http/console-call";
import { invalid, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { Log } from "#platform/log";
import { faultAt } from "#platform/said";
import { ticketName, writeToPerson } from "#site";
import { type DataRoutes, registerPersonData } from "./data-routes.ts";
import { type Finding, findPeople } from "./find.ts";
import { noteRead, noteSearch } from "./look-ups.ts";
import { writeNote } from "./notes.ts";
import { describePerson, requirePerson } from "./person.ts";
import { refusalOf } from "./refusal.ts";
import { readTimeline } from "./timeline.ts";

/** What the calls of people need. */
export type PeopleRoutes = Finding &
  DataRoutes & {
    log: Log;
    /** Returns the address of an operator. */
    nameOf: (id: string) => Promise<string | null>;
  };

/** Registers the calls of people. */
export function registerPeople(http: Http, options: PeopleRoutes): void {
  registerReading(http, options);
  registerHelp(http, options);
  registerWriting(http, options);
  registerPersonData(http, options);
}

function registerReading(http: Http, options: PeopleRoutes): void {
  const { db, clock, log, nameOf } = options;
  const lookUps = { acting: ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor }), log };
  handleConsoleCall(http, "GET /api/console/people", async ({ operator, query }) => {
    const found = await findPeople(options, query);
    await noteSearch(lookUps, operator, { query: JSON.stringify(query), shown: found.list.length });
    return { data: found };
  });
  handleConsoleCall(http, "GET /api/console/people/one", async ({ operator, query, language }) => {
    const info = await describePerson(options, query.id ?? "", language);
    await noteRead(lookUps, operator, info.id);
    return { info };
  });
  handleConsoleCall(http, "GET /api/console/people/timeline", async ({ operator, query, language }) => {
    const { person, ids } = await requirePerson(db, query.id ?? "");
    await noteRead(lookUps, operator, person.id);
    const { after, size, group } = query;
    const reading = { db, language, ids, email: person.email, nameOf };
    return { info: await readTimeline(reading, { after, size, group }) };
  });
}

function registerHelp(http: Http, options: PeopleRoutes): void {
  const { db, clock } = options;
  /** Runs an act once for its key, and answers the person afterwards. */
  const once = async (
    {
      operator,
      body,
      language,
    }: Pick<ConsoleInput<"POST /api/console/people/sessions/end">, "operator" | "body" | "language">,
    call: string,
    work: (acting: Acting, found: { id: string; ids: string[] }) => Promise<unknown>,
  ) => {
    const { person, ids } = await requirePerson(db, body.id);
    const acting: Acting = { db, clock, by: operator.actor };
    await onceFor(acting, { operatorId: operator.id, call, body }, async (within) => {
      await work(within, { id: person.id, ids }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      return {};
    });
    return { info: await describePerson(options, person.id, language) };
  };
  handleConsoleCall(http, "POST /api/console/people/grant", async (input) => {
    const { body, operator } = input;
    if ("days" in body && body.days > FRESH_GRANT_DAYS) requireFresh(http, operator);
    const scope = "days" in body ? { days: body.days } : { seriesId: body.seriesId };
    if ("seriesId" in body && (await nameSeries(db, [body.seriesId])).size === 0) throw notFound();
    return once(input, "people/grant", (acting, { id }) =>
      createGrantFor(acting, { id }, scope, body.reason),
    );
  });
  handleConsoleCall(http, "POST /api/console/people/revoke", (input) => {
    const { grantId, reason } = input.body;
    return once(input, "people/revoke", (acting, { ids }) =>
      withdrawGrant(acting, grantId, { of: ids, reason }),
    );
  });
  handleConsoleCall(http, "POST /api/console/people/sessions/end", (input) =>
    once(input, "people/sessions/end", (acting, { id }) => endSessionsOf(acting, id)),
  );
}

function registerWriting(http: Http, options: PeopleRoutes): void {
  const { db, clock, mail } = options;
  handleConsoleCall(http, "POST /api/console/people/note", async ({ operator, body, language }) => {
    const { person } = await requirePerson(db, body.id);
    const act = { operatorId: operator.id, call: "people/note", body };
    await onceFor({ db, clock, by: operator.actor }, act, async (acting) => {
      await writeNote(acting, { id: person.id, operatorId: operator.id, text: body.text });
      return {};
    });
    return { info: await describePerson(options, person.id, language) };
  });
  handleConsoleCall(http, "POST /api/console/people/write", async ({ operator, body }) => {
    const { person } = await requirePerson(db, body.id);
    const { email } = person;
    if (email === null) throw invalid([faultAt("text", (t) => t("person.noAddress"))]);
    const act = { operatorId: operator.id, call: "people/write", body };
    const ticket = await onceFor({ db, clock, by: operator.actor }, act, async (acting) => {
      const { id, kind } = person;
      const to = { id, email, visitorId: kind === "member" ? id : null, language: person.language ?? "en" };
      return ticketName(await writeToPerson({ acting, mail, operatorId: operator.id }, to, body));
    });
    return { info: { ticket } };
  });
}
