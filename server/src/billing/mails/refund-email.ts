import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { factsOf } from "../accounting/receipts/facts.ts";
import type { ReceiptContent } from "../records/receipts/content.ts";
import type { LetterLinks } from "./receipt-email.ts";

/** Tells that money is on its way back, how much, where to, how long that takes, and what becomes of what it paid for. */
export function refundLetter(content: ReceiptContent, to: string, links: LetterLinks): Email {
  const { language, credits } = content;
  const facts = factsOf(content);
  const { words } = facts;
  const { subject, preview, sent, days, button } = letterWords[language];
  return {
    to,
    language,
    subject: subject(facts.total),
    preview,
    paragraphs: [sent(facts.total, content.order.number), days, ...(facts.ending ? [facts.ending] : [])],
    facts: [
      [words.creditNote, content.number],
      [words.issued, facts.issued],
      [words.receipt, credits?.number ?? "–"],
      [words.order, content.order.number],
      ...facts.lines.map(({ title, amount }): [string, string] => [words.what, `${title}, ${amount}`]),
      [words.tax, facts.tax],
      [words.refunded, facts.total],
      [words.paidBack, facts.paidWith],
    ],
    button: { label: button, url: links.account },
    small: [`${words.help} ${content.seller.email || links.contact}`],
  };
}

const letterWords: Record<
  Language,
  {
    subject(total: string): string;
    preview: string;
    sent(total: string, order: string): string;
    days: string;
    button: string;
  }
> = {
  en: {
    subject: (total) => `${total} is on its way back to you`,
    preview: "Here is what we refunded, and how long it takes.",
    sent: (total, order) => `We have refunded ${total} of your order ${order}.`,
    days: "It goes back the way you paid. PayPal usually shows it the same day, banks take five to ten working days.",
    button: "See my account",
  },
  es: {
    subject: (total) => `Te hemos devuelto ${total}`,
    preview: "Aquí tienes lo que devolvimos y cuánto tarda.",
    sent: (total, order) => `Hemos devuelto ${total} de tu pedido ${order}.`,
    days: "Vuelve por donde pagaste. PayPal suele mostrarlo el mismo día; los bancos tardan de cinco a diez días laborables.",
    button: "Ver mi cuenta",
  },
  fr: {
    subject: (total) => `Nous vous avons remboursé ${total}`,
    preview: "Voici ce que nous avons remboursé et le délai.",
    sent: (total, order) => `Nous avons remboursé ${total} de votre commande ${order}.`,
    days: "L’argent revient par le moyen de paiement utilisé. PayPal l’affiche souvent le jour même, les banques en cinq à dix jours ouvrés.",
    button: "Voir mon compte",
  },
  de: {
    subject: (total) => `${total} sind auf dem Weg zu dir`,
    preview: "Was wir zurückgezahlt haben und wie lange es dauert.",
    sent: (total, order) => `Wir haben ${total} aus deiner Bestellung ${order} zurückgezahlt.`,
    days: "Das Geld geht denselben Weg zurück. PayPal zeigt es meist noch am selben Tag, Banken brauchen fünf bis zehn Werktage.",
    button: "Mein Konto ansehen",
  },
  pt: {
    subject: (total) => `Devolvemos ${total} para você`,
    preview: "Veja o que devolvemos e quanto tempo leva.",
    sent: (total, order) => `Devolvemos ${total} do seu pedido ${order}.`,
    days: "O dinheiro volta pelo caminho do pagamento. O PayPal costuma mostrar no mesmo dia; cartões levam de cinco a dez dias úteis e podem aparecer só na fatura seguinte.",
    button: "Ver minha conta",
  },
};
