import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Asks whoever is never charged by themselves whether they want to go on, and says that nothing happens otherwise. */
export function renewalDueLetter(facts: MembershipFacts, payUrl: string): Email {
  const { subject, preview, ends, goOn, otherwise, label, link } = words[facts.to.language];
  return letterTo(facts, {
    subject: subject(facts.end),
    preview,
    paragraphs: [ends(facts), goOn(facts), otherwise],
    button: { label, url: payUrl },
    small: [link],
  });
}

interface Words {
  subject(day: string): string;
  preview: string;
  ends(facts: MembershipFacts): string;
  goOn(facts: MembershipFacts): string;
  otherwise: string;
  label: string;
  link: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: (day) => `Your membership runs until ${day}. Go on?`,
    preview: "It does not renew by itself: you decide.",
    ends: ({ plan, end }) =>
      `Your membership “${plan}” runs until ${end}. It does not renew by itself, so nothing is charged unless you pay.`,
    goOn: ({ price, days }) =>
      `To go on, pay ${price} for ${days === 1 ? "one more day" : `${days} more days`} with the button below. They begin when the days you have paid for end, so you lose nothing by paying now.`,
    otherwise: "If you do nothing, your membership simply ends.",
    label: "Renew my membership",
    link: "The link is meant for you alone, so please do not pass it on.",
  },
  es: {
    subject: (day) => `Tu suscripción dura hasta el ${day}. ¿Sigues?`,
    preview: "No se renueva sola: tú decides.",
    ends: ({ plan, end }) =>
      `Tu suscripción «${plan}» dura hasta el ${end}. No se renueva sola: no se cobra nada si no pagas tú.`,
    goOn: ({ price, days }) =>
      `Para continuar, paga ${price} por ${days === 1 ? "un día más" : `${days} días más`} con el botón de abajo. Empiezan cuando terminen los días que ya has pagado, así que no pierdes nada por pagar ahora.`,
    otherwise: "Si no haces nada, tu suscripción simplemente termina.",
    label: "Renovar mi suscripción",
    link: "El enlace es solo para ti: no lo compartas.",
  },
  fr: {
    subject: (day) => `Votre abonnement dure jusqu’au ${day}. On continue ?`,
    preview: "Il ne se renouvelle pas tout seul : c’est vous qui décidez.",
    ends: ({ plan, end }) =>
      `Votre abonnement « ${plan} » dure jusqu’au ${end}. Il ne se renouvelle pas tout seul : rien n’est débité si vous ne payez pas vous-même.`,
    goOn: ({ price, days }) =>
      `Pour continuer, payez ${price} pour ${days === 1 ? "un jour de plus" : `${days} jours de plus`} avec le bouton ci-dessous. Ils commencent à la fin des jours déjà payés, vous ne perdez donc rien à payer maintenant.`,
    otherwise: "Si vous ne faites rien, votre abonnement prend simplement fin.",
    label: "Renouveler mon abonnement",
    link: "Ce lien n’est destiné qu’à vous, ne le transmettez à personne.",
  },
  de: {
    subject: (day) => `Deine Mitgliedschaft läuft bis ${day}. Geht es weiter?`,
    preview: "Sie verlängert sich nicht von selbst: Du entscheidest.",
    ends: ({ plan, end }) =>
      `Deine Mitgliedschaft „${plan}“ läuft bis ${end}. Sie verlängert sich nicht von selbst: Abgebucht wird nur, wenn du zahlst.`,
    goOn: ({ price, days }) =>
      `Wenn du weitermachen möchtest, zahle mit dem Knopf unten ${price} für ${days === 1 ? "einen weiteren Tag" : `${days} weitere Tage`}. Sie beginnen, wenn die bezahlten Tage enden; du verlierst also nichts, wenn du jetzt schon zahlst.`,
    otherwise: "Wenn du nichts tust, endet deine Mitgliedschaft einfach.",
    label: "Mitgliedschaft verlängern",
    link: "Der Link ist nur für dich, gib ihn bitte nicht weiter.",
  },
  pt: {
    subject: (day) => `Sua assinatura vai até ${day}. Vamos continuar?`,
    preview: "Ela não se renova sozinha: a decisão é sua.",
    ends: ({ plan, end }) =>
      `Sua assinatura “${plan}” vai até ${end}. Ela não se renova sozinha: nada é cobrado se você não pagar.`,
    goOn: ({ price, days }) =>
      `Para continuar, pague ${price} por ${days === 1 ? "mais um dia" : `mais ${days} dias`} no botão abaixo. Eles começam quando terminarem os dias já pagos, então você não perde nada pagando agora.`,
    otherwise: "Se você não fizer nada, sua assinatura simplesmente termina.",
    label: "Renovar minha assinatura",
    link: "O link é só seu, não o repasse a ninguém.",
  },
};
