import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Tells that a renewal was refused, what happens when, and how to pay by oneself. */
export function renewalFailedLetter(facts: MembershipFacts, payUrl: string): Email {
  const { subject, preview, failed, again, once, label, stop } = words[facts.to.language];
  return letterTo(facts, {
    subject,
    preview: preview(facts.openUntil),
    paragraphs: [failed(facts), facts.nextTry === null ? once(facts) : again(facts, facts.nextTry)],
    button: { label, url: payUrl },
    small: [stop],
  });
}

interface Words {
  subject: string;
  preview(until: string): string;
  failed(facts: MembershipFacts): string;
  again(facts: MembershipFacts, next: string): string;
  once(facts: MembershipFacts): string;
  label: string;
  stop: string;
}

const by = (method: string | null) => (method === null ? "" : ` (${method})`);

const words: Record<Language, Words> = {
  en: {
    subject: "Your payment did not go through",
    preview: (until) => `Your episodes stay open until ${until}.`,
    failed: ({ price, plan, method, openUntil }) =>
      `We could not charge ${price} for your membership “${plan}”${by(method)}. Your episodes stay open until ${openUntil}.`,
    again: (_facts, next) =>
      `We will try again on ${next}. If you would rather not wait, pay now with the button below, with the same payment method or another one. If nothing is paid in the end, your membership ends, and you owe nothing.`,
    once: () =>
      "Pay with the button below before then, with the same payment method or another one, and everything goes on as before. Otherwise your membership ends, and you owe nothing.",
    label: "Pay now",
    stop: "You do not want to go on? Cancel on your account page, and nothing more is charged. The link above is meant for you alone, so please do not pass it on.",
  },
  es: {
    subject: "No hemos podido cobrar tu suscripción",
    preview: (until) => `Tus episodios siguen abiertos hasta el ${until}.`,
    failed: ({ price, plan, method, openUntil }) =>
      `No hemos podido cobrar ${price} por tu suscripción «${plan}»${by(method)}. Tus episodios siguen abiertos hasta el ${openUntil}.`,
    again: (_facts, next) =>
      `Volveremos a intentarlo el ${next}. Si prefieres no esperar, paga ahora con el botón de abajo, con el mismo método de pago o con otro. Si al final no se paga nada, tu suscripción termina y no debes nada.`,
    once: () =>
      "Paga antes de esa fecha con el botón de abajo, con el mismo método de pago o con otro, y todo seguirá como hasta ahora. Si no, tu suscripción termina y no debes nada.",
    label: "Pagar ahora",
    stop: "¿No quieres continuar? Cancela en la página de tu cuenta y no se te cobrará nada más. El enlace de arriba es solo para ti: no lo compartas.",
  },
  fr: {
    subject: "Votre paiement n’a pas abouti",
    preview: (until) => `Vos épisodes restent ouverts jusqu’au ${until}.`,
    failed: ({ price, plan, method, openUntil }) =>
      `Nous n’avons pas pu débiter ${price} pour votre abonnement « ${plan} »${by(method)}. Vos épisodes restent ouverts jusqu’au ${openUntil}.`,
    again: (_facts, next) =>
      `Nous réessaierons le ${next}. Si vous préférez ne pas attendre, payez dès maintenant avec le bouton ci-dessous, par le même moyen de paiement ou un autre. Si rien n’est réglé au bout du compte, votre abonnement prend fin et vous ne devez rien.`,
    once: () =>
      "Payez avant cette date avec le bouton ci-dessous, par le même moyen de paiement ou un autre, et tout continue comme avant. Sinon, votre abonnement prend fin et vous ne devez rien.",
    label: "Payer maintenant",
    stop: "Vous ne souhaitez pas continuer ? Résiliez sur la page de votre compte : plus rien ne sera débité. Le lien ci-dessus n’est destiné qu’à vous, ne le transmettez à personne.",
  },
  de: {
    subject: "Deine Zahlung hat nicht geklappt",
    preview: (until) => `Deine Folgen bleiben bis ${until} offen.`,
    failed: ({ price, plan, method, openUntil }) =>
      `Wir konnten ${price} für deine Mitgliedschaft „${plan}“ nicht abbuchen${by(method)}. Deine Folgen bleiben bis ${openUntil} offen.`,
    again: (_facts, next) =>
      `Am ${next} versuchen wir es noch einmal. Wenn du nicht warten magst, zahle gleich mit dem Knopf unten, mit derselben Zahlungsart oder einer anderen. Wird am Ende nichts bezahlt, endet deine Mitgliedschaft, und du schuldest uns nichts.`,
    once: () =>
      "Zahle bis dahin mit dem Knopf unten, mit derselben Zahlungsart oder einer anderen, und alles geht weiter wie bisher. Sonst endet deine Mitgliedschaft, und du schuldest uns nichts.",
    label: "Jetzt zahlen",
    stop: "Du möchtest nicht weitermachen? Kündige auf deiner Kontoseite, dann wird nichts mehr abgebucht. Der Link oben ist nur für dich, gib ihn bitte nicht weiter.",
  },
  pt: {
    subject: "Seu pagamento não foi aprovado",
    preview: (until) => `Seus episódios continuam abertos até ${until}.`,
    failed: ({ price, plan, method, openUntil }) =>
      `Não conseguimos cobrar ${price} pela sua assinatura “${plan}”${by(method)}. Seus episódios continuam abertos até ${openUntil}.`,
    again: (_facts, next) =>
      `Vamos tentar de novo em ${next}. Se preferir não esperar, pague agora no botão abaixo, com a mesma forma de pagamento ou com outra. Se no fim nada for pago, sua assinatura termina e você não deve nada.`,
    once: () =>
      "Pague antes disso no botão abaixo, com a mesma forma de pagamento ou com outra, e tudo continua como antes. Caso contrário, sua assinatura termina e você não deve nada.",
    label: "Pagar agora",
    stop: "Não quer continuar? Cancele na página da sua conta e nada mais será cobrado. O link acima é só seu, não o repasse a ninguém.",
  },
};
