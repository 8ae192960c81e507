import { type Language, parseLanguage } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { moneyOf } from "#platform/money";
import { orderNumberOf } from "../records/order-code.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { RefundRow } from "../records/refunds/repository.ts";

/** Tells that a payment which came too late, or a second time, went back by itself. */
export function returnedLetter({
  order,
  refund,
  to,
  account,
}: {
  order: OrderRow;
  refund: RefundRow;
  to: string;
  account: string;
}): Email {
  const language = parseLanguage(order.language) ?? "en";
  const { subject, preview, came, back, button } = letterWords[language];
  const total = moneyOf(refund.amount, refund.currency, language).display;
  return {
    to,
    language,
    subject: subject(total),
    preview,
    paragraphs: [came(total, orderNumberOf(order)), back],
    button: { label: button, url: account },
  };
}

const letterWords: Record<
  Language,
  {
    subject(total: string): string;
    preview: string;
    came(total: string, order: string): string;
    back: string;
    button: string;
  }
> = {
  en: {
    subject: (total) => `We sent ${total} back to you`,
    preview: "A payment came that you did not need to make.",
    came: (total, order) =>
      `A payment of ${total} for your order ${order} reached us too late, or a second time. You did not need to make it, so we have sent it back.`,
    back: "It goes back the way you paid, within ten working days. What you have stays open, and there is nothing you need to do.",
    button: "See my account",
  },
  es: {
    subject: (total) => `Te hemos devuelto ${total}`,
    preview: "Llegó un pago que no hacía falta.",
    came: (total, order) =>
      `Un pago de ${total} de tu pedido ${order} nos llegó tarde o por segunda vez. No hacía falta, así que lo hemos devuelto.`,
    back: "Vuelve por donde pagaste, en un plazo de diez días laborables. Lo que tienes sigue abierto y no tienes que hacer nada.",
    button: "Ver mi cuenta",
  },
  fr: {
    subject: (total) => `Nous vous avons renvoyé ${total}`,
    preview: "Un paiement est arrivé alors qu’il n’était pas nécessaire.",
    came: (total, order) =>
      `Un paiement de ${total} pour votre commande ${order} nous est parvenu trop tard, ou une seconde fois. Il n’était pas nécessaire, nous l’avons donc renvoyé.`,
    back: "Il revient par le moyen de paiement utilisé, sous dix jours ouvrés. Ce que vous avez reste ouvert et vous n’avez rien à faire.",
    button: "Voir mon compte",
  },
  de: {
    subject: (total) => `Wir haben dir ${total} zurückgeschickt`,
    preview: "Es kam eine Zahlung an, die nicht nötig war.",
    came: (total, order) =>
      `Eine Zahlung über ${total} zu deiner Bestellung ${order} kam zu spät oder zum zweiten Mal an. Sie war nicht nötig, deshalb haben wir sie zurückgeschickt.`,
    back: "Das Geld geht innerhalb von zehn Werktagen denselben Weg zurück. Was du hast, bleibt offen, und du musst nichts tun.",
    button: "Mein Konto ansehen",
  },
  pt: {
    subject: (total) => `Devolvemos ${total} para você`,
    preview: "Chegou um pagamento que não era necessário.",
    came: (total, order) =>
      `Um pagamento de ${total} do seu pedido ${order} chegou tarde demais ou pela segunda vez. Ele não era necessário, então o devolvemos.`,
    back: "O dinheiro volta pelo caminho do pagamento, em até dez dias úteis. O que você tem continua liberado, e você não precisa fazer nada.",
    button: "Ver minha conta",
  },
};
