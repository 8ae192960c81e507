import type { Db } from "#platform/db/database";
import { listSaidTo } from "./messages/repository.ts";
import { ticketName } from "./number.ts";
import { deleteTicketsOf, listTicketsOf, readdressTickets } from "./repository.ts";

/** Adds a member's messages to their export, deletes them with the account, and lets answers follow a changed address. */
export const memberTickets = {
  async exported(db: Db, memberId: string): Promise<Record<string, unknown>> {
    const [tickets, said] = await Promise.all([listTicketsOf(db, memberId), listSaidTo(db, memberId)]);
    return {
      messages: tickets.map(({ id, number, email, subject, text, state, created_at, closed_at }) => ({
        ticket: ticketName(number),
        email,
        subject,
        text,
        state,
        writtenAt: created_at.toISOString(),
        closedAt: closed_at?.toISOString() ?? null,
        answers: said
          .filter(({ ticket_id }) => ticket_id === id)
          .map(({ kind, text: answer, at }) => ({
            by: kind === "theirs" ? "you" : "us",
            text: answer,
            at: at.toISOString(),
          })),
      })),
    };
  },
  files: { messages: "exports.files.messages" },
  moved: readdressTickets,
  erased: deleteTicketsOf,
} as const;
