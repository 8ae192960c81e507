import { type Language, languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Outbox } from "#platform/mail/letter";
import { readPublicConfig } from "../public-config.ts";
import { ticketName } from "./number.ts";
import { findTicket } from "./repository.ts";

/** The kind of the mail that brings a ticket to the operator. */
export const ticketMail = "ticket";

const words: Record<Language, { from: string; answer: string }> = {
  en: { from: "wrote through the contact form:", answer: "Answer this mail, and it goes to them." },
  es: {
    from: "escribió en el formulario de contacto:",
    answer: "Si respondes a este correo, le llega directamente.",
  },
  fr: {
    from: "a écrit dans le formulaire de contact :",
    answer: "Répondez à cet e-mail : votre réponse lui parviendra directement.",
  },
  de: {
    from: "hat über das Kontaktformular geschrieben:",
    answer: "Antworte auf diese Mail, dann geht die Antwort direkt dorthin.",
  },
  pt: {
    from: "escreveu pelo formulário de contato:",
    answer: "Responda a este e-mail e a resposta vai direto para a pessoa.",
  },
};

/** Says how a ticket is mailed: to the seller's address, where there is one, answers going to whoever wrote. */
export function defineTicketMail(mail: Outbox, db: Db): void {
  mail.define<{ ticketId: string }>(ticketMail, async ({ ticketId }) => {
    const [ticket, { site }] = await Promise.all([findTicket(db, { id: ticketId }), readPublicConfig(db)]);
    if (!ticket || site.seller.email === "") return null;
    const language = languages.find((each) => site.languages.includes(each)) ?? "en";
    const { from, answer } = words[language];
    const name = ticketName(ticket.number);
    return {
      to: site.seller.email,
      replyTo: ticket.email,
      language,
      subject: `${name}: ${ticket.subject}`,
      preview: ticket.text.replace(/\s+/g, " ").slice(0, 120),
      // Nobody breaks lines in a form but where they mean to.
      paragraphs: [
        `${ticket.email} ${from}`,
        ...ticket.text.split("\n").filter((line) => line.trim() !== ""),
      ],
      small: [answer, `npm run tickets -- show ${name}`],
    };
  });
}
