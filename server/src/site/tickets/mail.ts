import { languages, parseLanguage } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Email, Outbox } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { readSite } from "../public-config.ts";
import { findMessage, listMessages } from "./messages/repository.ts";
import { ticketName } from "./number.ts";
import { findTicket } from "./repository.ts";

/** The kind of the mail that brings a ticket to the operator. */
export const ticketMail = "ticket";

/** The kind of the mail that answers a ticket. */
export const answerMail = "ticket-answer";

/**
 * Registers the mails of tickets: to the seller's address, if there is one, with replies going to its writer; and answers to the
 * writer. `inbox`: where replies to those go; by default the seller's address.
 */
export function defineTicketMail(mail: Outbox, db: Db, inbox: string | null): void {
  mail.define<{ messageId: string }>(answerMail, ({ messageId }) => composeAnswer(db, messageId, inbox));
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
      paragraphs: [`${ticket.email} ${t("ticket.from")}`, ...paragraphsOf(ticket.text)],
      small: [t("ticket.answer"), `npm run tickets -- show ${name}`],
    };
  });
}

/** Line breaks in a form are intended. */
function paragraphsOf(text: string): string[] {
  return text.split("\n").filter((paragraph) => paragraph.trim() !== "");
}

async function composeAnswer(db: Db, messageId: string, inbox: string | null): Promise<Email | null> {
  const message = await findMessage(db, messageId);
  const ticket = message && (await findTicket(db, { id: message.ticket_id }));
  // The account was erased meanwhile.
  if (!message || !ticket) return null;
  const [site, messages] = await Promise.all([readSite(db), listMessages(db, ticket.id)]);
  const language =
    parseLanguage(ticket.language) ?? languages.find((each) => site.languages.includes(each)) ?? "en";
  const name = ticketName(ticket.number);
  const before = messages.slice(
    0,
    messages.findIndex(({ id }) => id === message.id),
  );
  const answersTo = inbox ?? site.seller.email;
  return {
    to: ticket.email,
    ...(answersTo === "" ? {} : { replyTo: answersTo }),
    ...(site.seller.email === "" ? {} : { from: site.seller.email }),
    isPersonal: true,
    thread: { id: message.id, follows: before.filter(({ kind }) => kind === "answer").map(({ id }) => id) },
    language,
    subject: `Re: ${name}: ${ticket.subject}`,
    preview: message.text.replace(/\s+/g, " ").slice(0, 120),
    paragraphs: paragraphsOf(message.text),
    small: [messagesIn(language)("ticket.keepNumber", { ticket: name })],
  };
}
