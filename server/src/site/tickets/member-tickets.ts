import type { Db } from "#platform/db/database";
import { ticketName } from "./number.ts";
import { deleteTicketsOf, listTicketsOf } from "./repository.ts";

/** Adds a member's messages to their export, and deletes them with the account. */
export const memberTickets = {
  async exported(db: Db, memberId: string): Promise<Record<string, unknown>> {
    const tickets = await listTicketsOf(db, memberId);
    return {
      messages: tickets.map(({ number, email, subject, text, state, created_at, closed_at }) => ({
        ticket: ticketName(number),
        email,
        subject,
        text,
        state,
        writtenAt: created_at.toISOString(),
        closedAt: closed_at?.toISOString() ?? null,
      })),
    };
  },
  files: { messages: "exports.files.messages" },
  erased: deleteTicketsOf,
} as const;
