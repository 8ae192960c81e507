import { isPermitted, type Language } from "@cliffhanger/contract";
import { findOperators, onceFor } from "#operators";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { Outbox } from "#platform/mail/email";
import {
  answerTicket,
  assignTicket,
  closeTicket,
  noteOnTicket,
  parseTicketName,
  reopenTicket,
  type TicketActing,
} from "#site";
import { describeTicket, describeTickets, type TicketReading } from "./describe.ts";

/** What the calls of tickets need. */
export interface TicketRoutes {
  db: Db;
  clock: Clock;
  mail: Outbox;
  /** SUPPORT_INBOX. */
  inbox: string | null;
  nameOf: (id: string) => Promise<string | null>;
}

/** Registers the calls of tickets. */
export function registerTickets(http: Http, { db, clock, mail, inbox, nameOf }: TicketRoutes): void {
  const team = async () =>
    (await findOperators(db, clock.now(), ""))
      .filter(({ role }) => isPermitted(role, "ticket"))
      .map(({ id, email }) => ({ id, email }));
  const reading: TicketReading = { db, now: () => clock.now(), nameOf, team, mail: mail.available, inbox };
  const numberOf = (text: string) => {
    const number = parseTicketName(text);
    if (number === null) throw notFound();
    return number;
  };
  /** Runs an act once for its key, and answers the ticket afterwards. */
  const once = async (
    {
      operator,
      body,
      language,
    }: { operator: OperatorCaller; body: { number: string; requestKey: string }; language: Language },
    call: string,
    work: (act: TicketActing, number: number) => Promise<unknown>,
  ) => {
    const number = numberOf(body.number);
    const acting: Acting = { db, clock, by: operator.actor };
    await onceFor(acting, { operatorId: operator.id, call: `tickets/${call}`, body }, async (within) => {
      await work({ acting: within, mail, operatorId: operator.id }, number);
      return {};
    });
    return { info: await describeTicket(reading, number, language) };
  };
  handleConsoleCall(http, "GET /api/console/tickets", async ({ operator, query }) => ({
    data: await describeTickets(reading, { ...query, operatorId: operator.id }),
  }));
  handleConsoleCall(http, "GET /api/console/tickets/one", async ({ query, language }) => ({
    info: await describeTicket(reading, parseTicketName(query.number ?? ""), language),
  }));
  handleConsoleCall(http, "POST /api/console/tickets/answer", (input) =>
    once(input, "answer", (act, number) => answerTicket(act, { ...input.body, number })),
  );
  handleConsoleCall(http, "POST /api/console/tickets/note", (input) =>
    once(input, "note", (act, number) => noteOnTicket(act, { ...input.body, number })),
  );
  handleConsoleCall(http, "POST /api/console/tickets/assign", async (input) => {
    const { from, to } = input.body;
    if (to !== null && !(await team()).some(({ id }) => id === to)) throw notFound();
    return once(input, "assign", (act, number) => assignTicket(act, { number, from, to }));
  });
  handleConsoleCall(http, "POST /api/console/tickets/close", (input) =>
    once(input, "close", ({ acting }, number) => closeTicket(acting, number)),
  );
  handleConsoleCall(http, "POST /api/console/tickets/reopen", (input) =>
    once(input, "reopen", (act, number) => reopenTicket(act, number)),
  );
}
