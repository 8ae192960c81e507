import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Tells that a payment method will not be tried again, and how to choose another one. */
export function methodRefusedLetter(facts: MembershipFacts, payUrl: string): Email {
  const { subject, preview, refused, until, label, link } = words[facts.to.language];
  return letterTo(facts, {
    subject,
    preview: preview(facts.openUntil),
    paragraphs: [refused(facts), until(facts.openUntil)],
    button: { label, url: payUrl },
    small: [link],
  });
}

interface Words {
  subject: string;
  preview(day: string): string;
  refused(facts: MembershipFacts): string;
  until(day: string): string;
  label: string;
  link: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: "Please choose another payment method",
    preview: (day) => `Your episodes stay open until ${day}.`,
    refused: ({ price, plan, method }) =>
      `We could not charge ${price} for your membership “${plan}”${method === null ? "" : ` (${method})`}, and trying this payment method again would not help. So we will not.`,
    until: (day) =>
      `Your episodes stay open until ${day}. Pay with another payment method before then, and everything goes on as before. Otherwise your membership ends, and you owe nothing.`,
    label: "Pay in another way",
    link: "The link is meant for you alone, so please do not pass it on.",
  },
  es: {
    subject: "Elige otro método de pago",
    preview: (day) => `Tus episodios siguen abiertos hasta el ${day}.`,
    refused: ({ price, plan, method }) =>
      `No hemos podido cobrar ${price} por tu suscripción «${plan}»${method === null ? "" : ` (${method})`}, y volver a intentarlo con este método de pago no serviría de nada. Así que no lo haremos.`,
    until: (day) =>
      `Tus episodios siguen abiertos hasta el ${day}. Paga antes con otro método y todo seguirá como hasta ahora. Si no, tu suscripción termina y no debes nada.`,
    label: "Pagar de otra forma",
    link: "El enlace es solo para ti: no lo compartas.",
  },
  fr: {
    subject: "Choisissez un autre moyen de paiement",
    preview: (day) => `Vos épisodes restent ouverts jusqu’au ${day}.`,
    refused: ({ price, plan, method }) =>
      `Nous n’avons pas pu débiter ${price} pour votre abonnement « ${plan} »${method === null ? "" : ` (${method})`}, et réessayer avec ce moyen de paiement ne servirait à rien. Nous ne le ferons donc pas.`,
    until: (day) =>
      `Vos épisodes restent ouverts jusqu’au ${day}. Payez d’ici là avec un autre moyen de paiement, et tout continue comme avant. Sinon, votre abonnement prend fin et vous ne devez rien.`,
    label: "Payer autrement",
    link: "Ce lien n’est destiné qu’à vous, ne le transmettez à personne.",
  },
  de: {
    subject: "Bitte wähle eine andere Zahlungsart",
    preview: (day) => `Deine Folgen bleiben bis ${day} offen.`,
    refused: ({ price, plan, method }) =>
      `Wir konnten ${price} für deine Mitgliedschaft „${plan}“ nicht abbuchen${method === null ? "" : ` (${method})`}, und ein weiterer Versuch mit dieser Zahlungsart würde nichts ändern. Deshalb lassen wir es.`,
    until: (day) =>
      `Deine Folgen bleiben bis ${day} offen. Zahle bis dahin auf einem anderen Weg, und alles geht weiter wie bisher. Sonst endet deine Mitgliedschaft, und du schuldest uns nichts.`,
    label: "Anders bezahlen",
    link: "Der Link ist nur für dich, gib ihn bitte nicht weiter.",
  },
  pt: {
    subject: "Escolha outra forma de pagamento",
    preview: (day) => `Seus episódios continuam abertos até ${day}.`,
    refused: ({ price, plan, method }) =>
      `Não conseguimos cobrar ${price} pela sua assinatura “${plan}”${method === null ? "" : ` (${method})`}, e tentar de novo com essa forma de pagamento não adiantaria. Por isso, não vamos insistir.`,
    until: (day) =>
      `Seus episódios continuam abertos até ${day}. Pague antes disso de outra forma e tudo continua como antes. Caso contrário, sua assinatura termina e você não deve nada.`,
    label: "Pagar de outra forma",
    link: "O link é só seu, não o repasse a ninguém.",
  },
};
