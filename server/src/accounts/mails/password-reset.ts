import type { Language } from "@cliffhanger/contract";
import type { Letter } from "#platform/mail/letter";
import { type Addressee, greetings } from "./addressee.ts";

/** Carries the link that sets a new password. */
export function passwordResetLetter({ to, language }: Addressee, url: string): Letter {
  const { subject, preview, asked, label, ignore } = words[language];
  return {
    to,
    language,
    subject,
    preview,
    paragraphs: [greetings[language], asked],
    button: { label, url },
    small: [ignore],
  };
}

const words: Record<
  Language,
  { subject: string; preview: string; asked: string; label: string; ignore: string }
> = {
  en: {
    subject: "Choose a new password",
    preview: "The link works for 30 minutes.",
    asked:
      "You asked for a new password. Choose one with the button below. The link works once, for 30 minutes; after that, simply ask for another one.",
    label: "Choose a new password",
    ignore: "You did not ask for this? Then there is nothing to do: your password stays as it is.",
  },
  es: {
    subject: "Elige una contraseña nueva",
    preview: "El enlace vale durante 30 minutos.",
    asked:
      "Pediste cambiar tu contraseña. Elige una nueva con el botón de abajo. El enlace sirve una sola vez y caduca a los 30 minutos; si se te pasa, pide otro.",
    label: "Elegir contraseña",
    ignore: "¿No lo pediste tú? No tienes que hacer nada: tu contraseña sigue siendo la misma.",
  },
  fr: {
    subject: "Choisissez un nouveau mot de passe",
    preview: "Le lien est valable 30 minutes.",
    asked:
      "Vous avez demandé à changer de mot de passe. Choisissez-en un nouveau avec le bouton ci-dessous. Le lien sert une seule fois et reste valable 30 minutes ; passé ce délai, il suffit d’en demander un autre.",
    label: "Choisir un mot de passe",
    ignore: "Vous n’avez rien demandé ? Vous n’avez rien à faire : votre mot de passe reste le même.",
  },
  de: {
    subject: "Wähle ein neues Passwort",
    preview: "Der Link gilt 30 Minuten.",
    asked:
      "Du möchtest ein neues Passwort. Mit dem Knopf unten kannst du es wählen. Der Link gilt 30 Minuten und nur einmal; danach forderst du einfach einen neuen an.",
    label: "Neues Passwort wählen",
    ignore: "Das warst nicht du? Dann musst du nichts tun: Dein Passwort bleibt, wie es ist.",
  },
  pt: {
    subject: "Escolha uma nova senha",
    preview: "O link vale por 30 minutos.",
    asked:
      "Você pediu para trocar a senha. Escolha uma nova no botão abaixo. O link funciona uma vez só e vale por 30 minutos; se passar do tempo, é só pedir outro.",
    label: "Escolher nova senha",
    ignore: "Não foi você? Então não precisa fazer nada: sua senha continua a mesma.",
  },
};
