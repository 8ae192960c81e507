import type { Call } from "../call.ts";
import {
  Ticket,
  TicketAct,
  TicketAnswer,
  TicketAssign,
  TicketNote,
  TicketPage,
  TicketQuery,
  TicketsQuery,
} from "./tickets.ts";

/** A text of 5,000 characters of four bytes each. */
const TEXT_BYTES = 32 * 1024;

/** The calls of tickets. */
export const consoleTicketCalls = {
  "GET /api/console/tickets": {
    summary: "Tickets that wait for an answer, one's own, those that wait for their writer, and closed ones",
    cache: "private",
    query: TicketsQuery,
    data: TicketPage,
    console: { permission: "ticket.read" },
  },
  "GET /api/console/tickets/one": {
    summary: "One ticket with all that was said, and its person's last orders and plays",
    cache: "private",
    query: TicketQuery,
    info: Ticket,
    console: { permission: "ticket.read" },
  },
  "POST /api/console/tickets/answer": {
    summary: "Answers a ticket by mail, in the language of its writer",
    cache: "private",
    body: TicketAnswer,
    maxBytes: TEXT_BYTES,
    info: Ticket,
    console: { permission: "ticket", writes: "ticket.answer" },
  },
  "POST /api/console/tickets/note": {
    summary: "Notes something for the team, or enters what the writer answered by mail",
    cache: "private",
    body: TicketNote,
    maxBytes: TEXT_BYTES,
    info: Ticket,
    console: { permission: "ticket", writes: "ticket.note" },
  },
  "POST /api/console/tickets/assign": {
    summary: "Gives a ticket to an operator, or to nobody",
    cache: "private",
    body: TicketAssign,
    info: Ticket,
    console: { permission: "ticket", writes: "ticket.assign" },
  },
  "POST /api/console/tickets/close": {
    summary: "Closes a ticket",
    cache: "private",
    body: TicketAct,
    info: Ticket,
    console: { permission: "ticket", writes: "ticket.close" },
  },
  "POST /api/console/tickets/reopen": {
    summary: "Opens a closed ticket again",
    cache: "private",
    body: TicketAct,
    info: Ticket,
    console: { permission: "ticket", writes: "ticket.reopen" },
  },
} as const satisfies Record<string, Call>;
