import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Tells at once that a kept payment method is gone, long before its next charge would fail. */
export function methodDiedLetter(facts: MembershipFacts): Email {
  const { subject, preview, died, later, label } = words[facts.to.language];
  return letterTo(facts, {
    subject,
    preview: preview(facts.end),
    paragraphs: [died(facts), later(facts)],
    button: { label, url: facts.account },
  });
}

interface Words {
  subject: string;
  preview(day: string): string;
  died(facts: MembershipFacts): string;
  later(facts: MembershipFacts): string;
  label: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: "Your payment method no longer works",
    preview: (day) => `Nothing changes until ${day}.`,
    died: ({ plan, method }) =>
      `The payment method of your membership “${plan}” can no longer be charged${method === null ? "" : ` (${method})`}. So your membership does not renew by itself any more.`,
    later: ({ end, price }) =>
      `Nothing changes until ${end}. Before that day we send you a link to pay ${price} in another way if you want to go on. If you do not, your membership ends then, and nothing is charged.`,
    label: "See my membership",
  },
  es: {
    subject: "Tu método de pago ha dejado de funcionar",
    preview: (day) => `Nada cambia hasta el ${day}.`,
    died: ({ plan, method }) =>
      `Ya no se puede cobrar con el método de pago de tu suscripción «${plan}»${method === null ? "" : ` (${method})`}. Por eso tu suscripción ya no se renueva sola.`,
    later: ({ end, price }) =>
      `Nada cambia hasta el ${end}. Antes de ese día te enviaremos un enlace para pagar ${price} de otra forma si quieres continuar. Si no, tu suscripción termina ese día y no se cobra nada.`,
    label: "Ver mi suscripción",
  },
  fr: {
    subject: "Votre moyen de paiement ne fonctionne plus",
    preview: (day) => `Rien ne change jusqu’au ${day}.`,
    died: ({ plan, method }) =>
      `Le moyen de paiement de votre abonnement « ${plan} » ne peut plus être débité${method === null ? "" : ` (${method})`}. Votre abonnement ne se renouvelle donc plus tout seul.`,
    later: ({ end, price }) =>
      `Rien ne change jusqu’au ${end}. Avant cette date, nous vous enverrons un lien pour payer ${price} autrement si vous souhaitez continuer. Sinon, votre abonnement prendra fin ce jour-là et rien ne sera débité.`,
    label: "Voir mon abonnement",
  },
  de: {
    subject: "Deine Zahlungsart funktioniert nicht mehr",
    preview: (day) => `Bis ${day} ändert sich nichts.`,
    died: ({ plan, method }) =>
      `Von der Zahlungsart deiner Mitgliedschaft „${plan}“ kann nicht mehr abgebucht werden${method === null ? "" : ` (${method})`}. Deine Mitgliedschaft verlängert sich deshalb nicht mehr von selbst.`,
    later: ({ end, price }) =>
      `Bis ${end} ändert sich nichts. Vorher schicken wir dir einen Link, mit dem du ${price} auf einem anderen Weg zahlen kannst, wenn du weitermachen möchtest. Sonst endet deine Mitgliedschaft an diesem Tag, und es wird nichts abgebucht.`,
    label: "Meine Mitgliedschaft ansehen",
  },
  pt: {
    subject: "Sua forma de pagamento deixou de funcionar",
    preview: (day) => `Nada muda até ${day}.`,
    died: ({ plan, method }) =>
      `Não é mais possível cobrar na forma de pagamento da sua assinatura “${plan}”${method === null ? "" : ` (${method})`}. Por isso, ela não se renova mais sozinha.`,
    later: ({ end, price }) =>
      `Nada muda até ${end}. Antes desse dia, enviaremos um link para você pagar ${price} de outra forma, se quiser continuar. Se não, sua assinatura termina nesse dia e nada é cobrado.`,
    label: "Ver minha assinatura",
  },
};
