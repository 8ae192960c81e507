import { languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Outbox } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { readSite } from "../public-config.ts";
import { ticketName } from "./number.ts";
import { findTicket } from "./repository.ts";

/** The kind of the mail that brings a ticket to the operator. */
export const ticketMail = "ticket";

/** Registers the mail of a ticket: to the seller's address, if there is one, with replies going to its writer. */
export function defineTicketMail(mail: Outbox, db: Db): void {
  mail.define<{ ticketId: string }>(ticketMail, async ({ ticketId }) => {
    const [ticket, site] = await Promise.all([findTicket(db, { id: ticketId }), readSite(db)]);
    if (!ticket || site.seller.email === "") return null;
    const language = languages.find((each) => site.languages.includes(each)) ?? "en";
    const t = messagesIn(language);
    const name = ticketName(ticket.number);
    return {
      to: site.seller.email,
      replyTo: ticket.email,
      language,
      subject: `${name}: ${ticket.subject}`,
      preview: ticket.text.replace(/\s+/g, " ").slice(0, 120),
      // Line breaks in a form are intended.
      paragraphs: [
        `${ticket.email} ${t("ticket.from")}`,
        ...ticket.text.split("\n").filter((paragraph) => paragraph.trim() !== ""),
      ],
      small: [t("ticket.answer"), `npm run tickets -- show ${name}`],
    };
  });
}
