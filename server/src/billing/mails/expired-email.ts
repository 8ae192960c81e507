import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Tells that a membership ended because its renewal was never paid, and that nothing is lost with it. */
export function expiredLetter(facts: MembershipFacts): Email {
  const { subject, preview, ended, stays, label } = words[facts.to.language];
  return letterTo(facts, {
    subject,
    preview,
    paragraphs: [ended(facts), stays],
    button: { label, url: facts.plans },
  });
}

interface Words {
  subject: string;
  preview: string;
  ended(facts: MembershipFacts): string;
  stays: string;
  label: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: "Your membership has ended",
    preview: "The renewal was not paid. You owe nothing.",
    ended: ({ price, plan }) =>
      `The renewal of your membership “${plan}” for ${price} was not paid, so your membership has ended. You owe nothing, and we will not try to charge it any more.`,
    stays:
      "Your list, your history and every series you unlocked are still there. Choose a plan whenever you want to go on watching.",
    label: "See the plans",
  },
  es: {
    subject: "Tu suscripción ha terminado",
    preview: "La renovación no se pagó. No debes nada.",
    ended: ({ price, plan }) =>
      `La renovación de tu suscripción «${plan}» por ${price} no se pagó, así que tu suscripción ha terminado. No debes nada y no intentaremos cobrarla más.`,
    stays:
      "Tu lista, tu historial y las series que desbloqueaste siguen ahí. Elige un plan cuando quieras seguir viendo.",
    label: "Ver los planes",
  },
  fr: {
    subject: "Votre abonnement a pris fin",
    preview: "Le renouvellement n’a pas été réglé. Vous ne devez rien.",
    ended: ({ price, plan }) =>
      `Le renouvellement de votre abonnement « ${plan} » à ${price} n’a pas été réglé, votre abonnement a donc pris fin. Vous ne devez rien, et nous n’essaierons plus de le débiter.`,
    stays:
      "Votre liste, votre historique et les séries que vous avez débloquées sont toujours là. Choisissez une formule dès que vous voulez reprendre.",
    label: "Voir les formules",
  },
  de: {
    subject: "Deine Mitgliedschaft ist beendet",
    preview: "Die Verlängerung wurde nicht bezahlt. Du schuldest uns nichts.",
    ended: ({ price, plan }) =>
      `Die Verlängerung deiner Mitgliedschaft „${plan}“ für ${price} wurde nicht bezahlt, deshalb ist sie nun beendet. Du schuldest uns nichts, und wir versuchen nicht mehr, etwas abzubuchen.`,
    stays:
      "Deine Liste, dein Verlauf und alle Serien, die du freigeschaltet hast, sind noch da. Wähle ein Angebot, wann immer du weiterschauen möchtest.",
    label: "Angebote ansehen",
  },
  pt: {
    subject: "Sua assinatura terminou",
    preview: "A renovação não foi paga. Você não deve nada.",
    ended: ({ price, plan }) =>
      `A renovação da sua assinatura “${plan}” por ${price} não foi paga, por isso ela terminou. Você não deve nada e não tentaremos mais cobrar.`,
    stays:
      "Sua lista, seu histórico e todas as séries que você desbloqueou continuam lá. Escolha um plano quando quiser voltar a assistir.",
    label: "Ver os planos",
  },
};
