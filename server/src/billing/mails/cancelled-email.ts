import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { letterTo, type MembershipFacts } from "./subscription-facts.ts";

/** Confirms that a membership will not renew: until when it goes on and how to take that back, or that it has ended. */
export function cancelledLetter(facts: MembershipFacts): Email {
  const { subject, preview, notYou, ...said } = words[facts.to.language];
  const ended = facts.standing === "ended";
  const first = { running: said.runs, "under way": said.underWay, ended: said.ended }[facts.standing];
  return letterTo(facts, {
    subject,
    preview,
    paragraphs: [first(facts), ended ? said.comeBack : said.undo],
    button: ended ? { label: said.plans, url: facts.plans } : { label: said.keep, url: facts.account },
    small: [notYou],
  });
}

interface Words {
  subject: string;
  preview: string;
  runs(facts: MembershipFacts): string;
  underWay(facts: MembershipFacts): string;
  ended(facts: MembershipFacts): string;
  undo: string;
  comeBack: string;
  keep: string;
  plans: string;
  notYou: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: "Your membership is cancelled",
    preview: "Nothing more is charged.",
    runs: ({ plan, end }) =>
      `As you asked, your membership “${plan}” does not renew any more, and nothing more is charged. You keep watching until ${end}.`,
    underWay: ({ plan, price }) =>
      `As you asked, your membership “${plan}” does not renew any more. Only one payment of ${price} was already on its way. If it goes through, you keep watching until the end of the days it pays for; if it does not, your membership ends now. After that nothing more is charged.`,
    ended: ({ plan }) =>
      `As you asked, your membership “${plan}” has ended. You owe nothing, and nothing more is charged.`,
    undo: "Changed your mind? Until then you can take it back on your account page.",
    comeBack: "Your list and your history stay where they are. Come back whenever you like.",
    keep: "Keep my membership",
    plans: "See the plans",
    notYou: "This was not you? Sign in, keep your membership and change your password.",
  },
  es: {
    subject: "Tu suscripción está cancelada",
    preview: "No se cobrará nada más.",
    runs: ({ plan, end }) =>
      `Como pediste, tu suscripción «${plan}» ya no se renueva y no se cobrará nada más. Puedes seguir viendo hasta el ${end}.`,
    underWay: ({ plan, price }) =>
      `Como pediste, tu suscripción «${plan}» ya no se renueva. Solo quedaba un pago de ${price} en camino. Si se completa, seguirás viendo hasta el final de los días que paga; si no, tu suscripción termina ya. Después no se cobrará nada más.`,
    ended: ({ plan }) =>
      `Como pediste, tu suscripción «${plan}» ha terminado. No debes nada y no se cobrará nada más.`,
    undo: "¿Has cambiado de idea? Hasta entonces puedes deshacerlo en la página de tu cuenta.",
    comeBack: "Tu lista y tu historial siguen donde estaban. Vuelve cuando quieras.",
    keep: "Conservar mi suscripción",
    plans: "Ver los planes",
    notYou: "¿No fuiste tú? Inicia sesión, conserva tu suscripción y cambia la contraseña.",
  },
  fr: {
    subject: "Votre abonnement est résilié",
    preview: "Plus rien ne sera débité.",
    runs: ({ plan, end }) =>
      `Comme vous l’avez demandé, votre abonnement « ${plan} » ne se renouvelle plus, et plus rien ne sera débité. Vous pouvez regarder jusqu’au ${end}.`,
    underWay: ({ plan, price }) =>
      `Comme vous l’avez demandé, votre abonnement « ${plan} » ne se renouvelle plus. Seul un paiement de ${price} était déjà en cours. S’il aboutit, vous regardez jusqu’à la fin des jours qu’il paie ; sinon, votre abonnement prend fin dès maintenant. Ensuite, plus rien ne sera débité.`,
    ended: ({ plan }) =>
      `Comme vous l’avez demandé, votre abonnement « ${plan} » a pris fin. Vous ne devez rien, et plus rien ne sera débité.`,
    undo: "Vous avez changé d’avis ? D’ici là, vous pouvez annuler la résiliation sur la page de votre compte.",
    comeBack: "Votre liste et votre historique restent à leur place. Revenez quand vous voulez.",
    keep: "Garder mon abonnement",
    plans: "Voir les formules",
    notYou: "Ce n’était pas vous ? Connectez-vous, gardez votre abonnement et changez votre mot de passe.",
  },
  de: {
    subject: "Deine Mitgliedschaft ist gekündigt",
    preview: "Es wird nichts mehr abgebucht.",
    runs: ({ plan, end }) =>
      `Wie gewünscht verlängert sich deine Mitgliedschaft „${plan}“ nicht mehr, und es wird nichts mehr abgebucht. Bis ${end} schaust du weiter wie bisher.`,
    underWay: ({ plan, price }) =>
      `Wie gewünscht verlängert sich deine Mitgliedschaft „${plan}“ nicht mehr. Nur eine Zahlung von ${price} war schon unterwegs. Klappt sie, schaust du weiter, bis die damit bezahlten Tage enden; sonst endet deine Mitgliedschaft jetzt. Danach wird nichts mehr abgebucht.`,
    ended: ({ plan }) =>
      `Wie gewünscht ist deine Mitgliedschaft „${plan}“ beendet. Du schuldest uns nichts, und es wird nichts mehr abgebucht.`,
    undo: "Du hast es dir anders überlegt? Bis dahin kannst du die Kündigung auf deiner Kontoseite zurücknehmen.",
    comeBack: "Deine Liste und dein Verlauf bleiben, wo sie sind. Komm wieder, wann immer du magst.",
    keep: "Mitgliedschaft behalten",
    plans: "Angebote ansehen",
    notYou: "Das warst nicht du? Melde dich an, behalte deine Mitgliedschaft und ändere dein Passwort.",
  },
  pt: {
    subject: "Sua assinatura foi cancelada",
    preview: "Nada mais será cobrado.",
    runs: ({ plan, end }) =>
      `Como você pediu, sua assinatura “${plan}” não se renova mais e nada mais será cobrado. Você continua assistindo até ${end}.`,
    underWay: ({ plan, price }) =>
      `Como você pediu, sua assinatura “${plan}” não se renova mais. Só um pagamento de ${price} já estava a caminho. Se ele for aprovado, você continua assistindo até o fim dos dias que ele paga; se não, sua assinatura termina agora. Depois disso, nada mais será cobrado.`,
    ended: ({ plan }) =>
      `Como você pediu, sua assinatura “${plan}” terminou. Você não deve nada e nada mais será cobrado.`,
    undo: "Mudou de ideia? Até lá, você pode voltar atrás na página da sua conta.",
    comeBack: "Sua lista e seu histórico continuam onde estão. Volte quando quiser.",
    keep: "Manter minha assinatura",
    plans: "Ver os planos",
    notYou: "Não foi você? Entre, mantenha a assinatura e troque a senha.",
  },
};
