import type { Language } from "@cliffhanger/contract";
import type { Letter } from "#platform/mail/letter";
import { type Addressee, greetings } from "./addressee.ts";

/** Tells when the account will be gone, and how to keep it. */
export function deletionScheduledLetter(
  { to, language }: Addressee,
  deletesAt: Date,
  accountUrl: string,
): Letter {
  const { subject, preview, gone, keep, label, notYou } = words[language];
  const day = longDate.format(deletesAt);
  return {
    to,
    language,
    subject: subject(day),
    preview,
    paragraphs: [greetings[language], gone(day), keep],
    button: { label, url: accountUrl },
    small: [notYou],
  };
}

// In English in every language, like every date of the product (R96).
const longDate = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

const words: Record<
  Language,
  {
    subject(day: string): string;
    preview: string;
    gone(day: string): string;
    keep: string;
    label: string;
    notYou: string;
  }
> = {
  en: {
    subject: (day) => `Your account will be deleted on ${day}`,
    preview: "Until then you can change your mind.",
    gone: (day) =>
      `As you asked, your account will be deleted on ${day}, with your list, your history and everything else we keep about you.`,
    keep: "Changed your mind? Sign in before then and keep your account on your account page.",
    label: "Keep my account",
    notYou: "If you did not ask for this, sign in, keep the account and change your password.",
  },
  es: {
    subject: (day) => `Tu cuenta se eliminará el ${day}`,
    preview: "Hasta entonces puedes cambiar de idea.",
    gone: (day) =>
      `Como pediste, tu cuenta se eliminará el ${day}, con tu lista, tu historial y todo lo demás que guardamos sobre ti.`,
    keep: "¿Has cambiado de idea? Inicia sesión antes de esa fecha y conserva tu cuenta desde la página de tu perfil.",
    label: "Conservar mi cuenta",
    notYou: "Si no lo pediste tú, inicia sesión, conserva la cuenta y cambia la contraseña.",
  },
  fr: {
    subject: (day) => `Votre compte sera supprimé le ${day}`,
    preview: "D’ici là, vous pouvez changer d’avis.",
    gone: (day) =>
      `Comme vous l’avez demandé, votre compte sera supprimé le ${day}, avec votre liste, votre historique et tout ce que nous conservons sur vous.`,
    keep: "Vous avez changé d’avis ? Connectez-vous avant cette date et conservez votre compte depuis la page de votre compte.",
    label: "Conserver mon compte",
    notYou: "Si vous n’avez rien demandé, connectez-vous, conservez le compte et changez votre mot de passe.",
  },
  de: {
    subject: (day) => `Dein Konto wird am ${day} gelöscht`,
    preview: "Bis dahin kannst du es dir anders überlegen.",
    gone: (day) =>
      `Wie gewünscht löschen wir dein Konto am ${day}, mit deiner Liste, deinem Verlauf und allem, was wir sonst über dich gespeichert haben.`,
    keep: "Du hast es dir anders überlegt? Melde dich vorher an und behalte dein Konto auf deiner Kontoseite.",
    label: "Konto behalten",
    notYou: "Wenn du das nicht warst: Melde dich an, behalte das Konto und ändere dein Passwort.",
  },
  pt: {
    subject: (day) => `Sua conta será excluída em ${day}`,
    preview: "Até lá você pode mudar de ideia.",
    gone: (day) =>
      `Como você pediu, sua conta será excluída em ${day}, com a sua lista, o seu histórico e tudo o mais que guardamos sobre você.`,
    keep: "Mudou de ideia? Entre antes dessa data e mantenha a conta na página da sua conta.",
    label: "Manter minha conta",
    notYou: "Se não foi você que pediu, entre, mantenha a conta e troque a senha.",
  },
};
