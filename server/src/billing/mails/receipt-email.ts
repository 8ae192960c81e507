import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { factsOf } from "../accounting/receipts/facts.ts";
import type { ReceiptContent } from "../records/receipts/content.ts";

/** Where the letters about a purchase lead. */
export interface LetterLinks {
  account: string;
  watch: string;
  contact: string;
}

/** Thanks for a payment and says all of it: what, how much, with what, until when, what comes next and how to stop it. */
export function receiptLetter(content: ReceiptContent, to: string, links: LetterLinks): Email {
  const { language, renewal } = content;
  const facts = factsOf(content);
  const { words } = facts;
  const { subject, preview, thanks, renewed, cancel, watch, keep } = letterWords[language];
  const [line] = facts.lines;
  const isRenewal = content.order.kind === "renewal";
  return {
    to,
    language,
    subject: subject(content.number),
    preview: preview(facts.total),
    paragraphs: [isRenewal ? renewed : thanks, ...(facts.ending ? [facts.ending] : [])],
    facts: [
      [words.number, content.number],
      [words.issued, facts.issued],
      [words.order, content.order.number],
      ...facts.lines.map(({ title, amount }): [string, string] => [words.what, `${title}, ${amount}`]),
      [words.tax, facts.tax],
      [words.total, facts.total],
      [words.paidWith, facts.paidWith],
      ...(content.period && line ? [[words.period, line.detail] as [string, string]] : []),
      ...(facts.nextCharge ? [[words.nextCharge, facts.nextCharge] as [string, string]] : []),
    ],
    button:
      renewal?.mode === "auto" ? { label: cancel, url: links.account } : { label: watch, url: links.watch },
    small: [
      ...(facts.consent ? [facts.consent] : []),
      keep,
      `${words.help} ${content.seller.email || links.contact}`,
    ],
  };
}

const letterWords: Record<
  Language,
  {
    subject(number: string): string;
    preview(total: string): string;
    thanks: string;
    renewed: string;
    cancel: string;
    watch: string;
    keep: string;
  }
> = {
  en: {
    subject: (number) => `Your receipt ${number}`,
    preview: (total) => `Thank you. We received ${total}.`,
    thanks: "Thank you, your payment has arrived and everything you bought is open.",
    renewed: "Your membership has been renewed, and your payment has arrived. Thank you for staying.",
    cancel: "See or cancel my membership",
    watch: "Watch now",
    keep: "You find this receipt on your account page too, ready to print.",
  },
  es: {
    subject: (number) => `Tu recibo ${number}`,
    preview: (total) => `Gracias. Hemos recibido ${total}.`,
    thanks: "Gracias, hemos recibido tu pago y todo lo que compraste ya está abierto.",
    renewed: "Tu suscripción se ha renovado y hemos recibido tu pago. Gracias por seguir aquí.",
    cancel: "Ver o cancelar mi suscripción",
    watch: "Ver ahora",
    keep: "También tienes este recibo en la página de tu cuenta, listo para imprimir.",
  },
  fr: {
    subject: (number) => `Votre reçu ${number}`,
    preview: (total) => `Merci. Nous avons reçu ${total}.`,
    thanks: "Merci, votre paiement est arrivé et tout ce que vous avez acheté est ouvert.",
    renewed: "Votre abonnement est renouvelé et votre paiement est arrivé. Merci de rester avec nous.",
    cancel: "Voir ou résilier mon abonnement",
    watch: "Regarder",
    keep: "Vous retrouvez ce reçu sur la page de votre compte, prêt à imprimer.",
  },
  de: {
    subject: (number) => `Dein Beleg ${number}`,
    preview: (total) => `Danke. ${total} sind angekommen.`,
    thanks: "Danke, deine Zahlung ist angekommen, und alles, was du gekauft hast, ist offen.",
    renewed:
      "Deine Mitgliedschaft hat sich verlängert, und deine Zahlung ist angekommen. Schön, dass du bleibst.",
    cancel: "Mitgliedschaft ansehen oder kündigen",
    watch: "Jetzt ansehen",
    keep: "Diesen Beleg findest du auch auf deiner Kontoseite, fertig zum Drucken.",
  },
  pt: {
    subject: (number) => `Seu recibo ${number}`,
    preview: (total) => `Obrigado. Recebemos ${total}.`,
    thanks: "Obrigado, seu pagamento chegou e tudo o que você comprou está liberado.",
    renewed: "Sua assinatura foi renovada e seu pagamento chegou. Obrigado por continuar com a gente.",
    cancel: "Ver ou cancelar minha assinatura",
    watch: "Assistir agora",
    keep: "Este recibo também fica na página da sua conta, pronto para imprimir.",
  },
};
