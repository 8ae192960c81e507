import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Tells that a bank wants its owner to confirm a renewal themselves. */
export function confirmCardLetter(facts: MembershipFacts, payUrl: string): Email {
  const { subject, preview, asks, until, label, link } = words[facts.to.language];
  return letterTo(facts, {
    subject,
    preview,
    paragraphs: [asks(facts), until(facts.openUntil)],
    button: { label, url: payUrl },
    small: [link],
  });
}

interface Words {
  subject: string;
  preview: string;
  asks(facts: MembershipFacts): string;
  until(day: string): string;
  label: string;
  link: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: "Your bank asks you to confirm a payment",
    preview: "It takes a minute, and the next renewals go through by themselves again.",
    asks: ({ price, plan, method }) =>
      `Your membership “${plan}” is due for renewal, and your bank wants to hear from you before it lets ${price} through${method === null ? "" : ` (${method})`}. Open the link, pay, and answer what your bank asks.`,
    until: (day) =>
      `Your episodes stay open until ${day}. Once you have paid, later renewals go through by themselves again. If nothing is paid, your membership ends, and you owe nothing.`,
    label: "Confirm the payment",
    link: "The link is meant for you alone, so please do not pass it on.",
  },
  es: {
    subject: "Tu banco te pide que confirmes un pago",
    preview: "Es un minuto, y las próximas renovaciones volverán a hacerse solas.",
    asks: ({ price, plan, method }) =>
      `Toca renovar tu suscripción «${plan}» y tu banco quiere que confirmes tú el pago de ${price}${method === null ? "" : ` (${method})`}. Abre el enlace, paga y responde a lo que te pida tu banco.`,
    until: (day) =>
      `Tus episodios siguen abiertos hasta el ${day}. Cuando hayas pagado, las siguientes renovaciones volverán a hacerse solas. Si no se paga nada, tu suscripción termina y no debes nada.`,
    label: "Confirmar el pago",
    link: "El enlace es solo para ti: no lo compartas.",
  },
  fr: {
    subject: "Votre banque vous demande de confirmer un paiement",
    preview: "Une minute suffit, et les prochains renouvellements se feront de nouveau tout seuls.",
    asks: ({ price, plan, method }) =>
      `Votre abonnement « ${plan} » arrive à échéance, et votre banque veut que vous confirmiez vous-même le paiement de ${price}${method === null ? "" : ` (${method})`}. Ouvrez le lien, payez et répondez à ce que votre banque vous demande.`,
    until: (day) =>
      `Vos épisodes restent ouverts jusqu’au ${day}. Une fois le paiement effectué, les renouvellements suivants se feront de nouveau tout seuls. Si rien n’est réglé, votre abonnement prend fin et vous ne devez rien.`,
    label: "Confirmer le paiement",
    link: "Ce lien n’est destiné qu’à vous, ne le transmettez à personne.",
  },
  de: {
    subject: "Deine Bank möchte, dass du eine Zahlung bestätigst",
    preview: "Es dauert eine Minute, danach verlängert sich alles wieder von selbst.",
    asks: ({ price, plan, method }) =>
      `Deine Mitgliedschaft „${plan}“ steht zur Verlängerung an, und deine Bank möchte, dass du die Zahlung von ${price} selbst bestätigst${method === null ? "" : ` (${method})`}. Öffne den Link, zahle und beantworte, was deine Bank fragt.`,
    until: (day) =>
      `Deine Folgen bleiben bis ${day} offen. Hast du bezahlt, klappen die nächsten Verlängerungen wieder von selbst. Wird nichts bezahlt, endet deine Mitgliedschaft, und du schuldest uns nichts.`,
    label: "Zahlung bestätigen",
    link: "Der Link ist nur für dich, gib ihn bitte nicht weiter.",
  },
  pt: {
    subject: "Seu banco pede que você confirme um pagamento",
    preview: "Leva um minuto, e as próximas renovações voltam a acontecer sozinhas.",
    asks: ({ price, plan, method }) =>
      `Chegou a hora de renovar sua assinatura “${plan}”, e o seu banco quer que você mesmo confirme o pagamento de ${price}${method === null ? "" : ` (${method})`}. Abra o link, pague e responda ao que o banco perguntar.`,
    until: (day) =>
      `Seus episódios continuam abertos até ${day}. Depois de pagar, as próximas renovações voltam a acontecer sozinhas. Se nada for pago, sua assinatura termina e você não deve nada.`,
    label: "Confirmar o pagamento",
    link: "O link é só seu, não o repasse a ninguém.",
  },
};
