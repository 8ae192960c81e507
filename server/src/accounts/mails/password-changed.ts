import type { Language } from "@cliffhanger/contract";
import type { Letter } from "#platform/mail/letter";
import { type Addressee, greetings } from "./addressee.ts";

/** Tells the owner that the password is another one now, and what to do if it was somebody else. */
export function passwordChangedLetter({ to, language }: Addressee, resetUrl: string): Letter {
  const { subject, preview, changed, notYou, label } = words[language];
  return {
    to,
    language,
    subject,
    preview,
    paragraphs: [greetings[language], changed, notYou],
    button: { label, url: resetUrl },
  };
}

const words: Record<
  Language,
  { subject: string; preview: string; changed: string; notYou: string; label: string }
> = {
  en: {
    subject: "Your password was changed",
    preview: "If it was you, there is nothing to do.",
    changed: "The password of your account has just been changed, and other devices have been signed out.",
    notYou:
      "If it was you, there is nothing to do. If it was not, set a new password now: that signs out whoever got in.",
    label: "It was not me",
  },
  es: {
    subject: "Tu contraseña ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    changed:
      "La contraseña de tu cuenta acaba de cambiar y se ha cerrado la sesión en los demás dispositivos.",
    notYou:
      "Si has sido tú, no tienes que hacer nada. Si no, crea ya una contraseña nueva: así echas a quien haya entrado.",
    label: "No he sido yo",
  },
  fr: {
    subject: "Votre mot de passe a été modifié",
    preview: "Si c’est vous, il n’y a rien à faire.",
    changed:
      "Le mot de passe de votre compte vient d’être modifié et vos autres appareils ont été déconnectés.",
    notYou:
      "Si c’est vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe : toute personne entrée sans votre accord sera déconnectée.",
    label: "Ce n’était pas moi",
  },
  de: {
    subject: "Dein Passwort wurde geändert",
    preview: "Wenn du das warst, musst du nichts tun.",
    changed: "Das Passwort deines Kontos wurde eben geändert, und andere Geräte wurden abgemeldet.",
    notYou:
      "Wenn du das warst, musst du nichts tun. Wenn nicht, setze jetzt ein neues Passwort: Damit fliegt raus, wer sich angemeldet hat.",
    label: "Das war ich nicht",
  },
  pt: {
    subject: "Sua senha foi alterada",
    preview: "Se foi você, não precisa fazer nada.",
    changed: "A senha da sua conta acabou de ser alterada, e os outros aparelhos foram desconectados.",
    notYou:
      "Se foi você, não precisa fazer nada. Se não foi, crie uma nova senha agora: assim quem entrou é desconectado.",
    label: "Não fui eu",
  },
};
