import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Announces a charge, and says how to stop it. */
export function renewalReminderLetter(facts: MembershipFacts): Email {
  const { subject, preview, renews, stop, label } = words[facts.to.language];
  return letterTo(facts, {
    subject: subject(facts.end),
    preview: preview(facts.price),
    paragraphs: [renews(facts), stop],
    button: { label, url: facts.account },
  });
}

interface Words {
  subject(day: string): string;
  preview(price: string): string;
  renews(facts: MembershipFacts): string;
  stop: string;
  label: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: (day) => `Your membership renews on ${day}`,
    preview: (price) => `${price} will be charged. You can still cancel.`,
    renews: ({ end, plan, days, price, method }) =>
      `On ${end} your membership “${plan}” renews for ${days === 1 ? "another day" : `another ${days} days`}, and ${price} is charged${method === null ? "" : ` (${method})`}. There is nothing you need to do.`,
    stop: "You do not want to go on? Cancel before that day on your account page. Then nothing is charged, and you keep watching until the end of the days you have paid for.",
    label: "See or cancel my membership",
  },
  es: {
    subject: (day) => `Tu suscripción se renueva el ${day}`,
    preview: (price) => `Se cobrarán ${price}. Aún puedes cancelar.`,
    renews: ({ end, plan, days, price, method }) =>
      `El ${end} tu suscripción «${plan}» se renueva por ${days === 1 ? "un día más" : `${days} días más`} y se cobran ${price}${method === null ? "" : ` (${method})`}. No tienes que hacer nada.`,
    stop: "¿No quieres continuar? Cancela antes de ese día en la página de tu cuenta. No se cobrará nada y seguirás viendo hasta el final de los días pagados.",
    label: "Ver o cancelar mi suscripción",
  },
  fr: {
    subject: (day) => `Votre abonnement se renouvelle le ${day}`,
    preview: (price) => `${price} seront débités. Vous pouvez encore résilier.`,
    renews: ({ end, plan, days, price, method }) =>
      `Le ${end}, votre abonnement « ${plan} » se renouvelle pour ${days === 1 ? "un jour" : `${days} jours`}, et ${price} seront débités${method === null ? "" : ` (${method})`}. Vous n’avez rien à faire.`,
    stop: "Vous ne souhaitez pas continuer ? Résiliez avant cette date sur la page de votre compte. Rien ne sera débité, et vous continuerez à regarder jusqu’à la fin des jours payés.",
    label: "Voir ou résilier mon abonnement",
  },
  de: {
    subject: (day) => `Deine Mitgliedschaft verlängert sich am ${day}`,
    preview: (price) => `${price} werden abgebucht. Du kannst noch kündigen.`,
    renews: ({ end, plan, days, price, method }) =>
      `Am ${end} verlängert sich deine Mitgliedschaft „${plan}“ um ${days === 1 ? "einen Tag" : `${days} Tage`}, und wir buchen ${price} ab${method === null ? "" : ` (${method})`}. Du musst dafür nichts tun.`,
    stop: "Du möchtest nicht weitermachen? Kündige vor diesem Tag auf deiner Kontoseite. Dann wird nichts abgebucht, und du schaust weiter, bis die bezahlten Tage enden.",
    label: "Mitgliedschaft ansehen oder kündigen",
  },
  pt: {
    subject: (day) => `Sua assinatura se renova em ${day}`,
    preview: (price) => `Serão cobrados ${price}. Ainda dá para cancelar.`,
    renews: ({ end, plan, days, price, method }) =>
      `Em ${end}, sua assinatura “${plan}” se renova por ${days === 1 ? "mais um dia" : `mais ${days} dias`}, e serão cobrados ${price}${method === null ? "" : ` (${method})`}. Você não precisa fazer nada.`,
    stop: "Não quer continuar? Cancele antes desse dia na página da sua conta. Nada será cobrado e você continua assistindo até o fim dos dias já pagos.",
    label: "Ver ou cancelar minha assinatura",
  },
};
