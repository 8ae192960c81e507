import type { Language } from "@cliffhanger/contract";
import type { Letter } from "#platform/mail/letter";
import { type Addressee, greetings } from "./addressee.ts";

/** Tells the owner of an address that somebody tried to register with it: only here may be said that there is an account. */
export function addressTakenLetter(
  { to, language }: Addressee,
  urls: { signIn: string; reset: string },
): Letter {
  const { subject, preview, tried, wasYou, label, forgotten, notYou } = words[language];
  return {
    to,
    language,
    subject,
    preview,
    paragraphs: [greetings[language], tried, wasYou],
    button: { label, url: urls.signIn },
    small: [`${forgotten} ${urls.reset}`, notYou],
  };
}

const words: Record<
  Language,
  {
    subject: string;
    preview: string;
    tried: string;
    wasYou: string;
    label: string;
    forgotten: string;
    notYou: string;
  }
> = {
  en: {
    subject: "You already have an account",
    preview: "Sign in, or choose a new password.",
    tried: "Somebody just tried to create an account with this address. There is one already.",
    wasYou: "If it was you, sign in as before.",
    label: "Sign in",
    forgotten: "Forgotten the password? Choose a new one:",
    notYou: "If it was not you, there is nothing to do. Nobody got into your account.",
  },
  es: {
    subject: "Ya tienes una cuenta",
    preview: "Inicia sesión o elige una contraseña nueva.",
    tried: "Alguien acaba de intentar crear una cuenta con esta dirección, pero ya existe una.",
    wasYou: "Si has sido tú, inicia sesión como siempre.",
    label: "Iniciar sesión",
    forgotten: "¿Has olvidado la contraseña? Elige una nueva:",
    notYou: "Si no has sido tú, no tienes que hacer nada. Nadie ha entrado en tu cuenta.",
  },
  fr: {
    subject: "Vous avez déjà un compte",
    preview: "Connectez-vous ou choisissez un nouveau mot de passe.",
    tried: "Quelqu’un vient d’essayer de créer un compte avec cette adresse, mais il en existe déjà un.",
    wasYou: "Si c’est vous, connectez-vous comme d’habitude.",
    label: "Se connecter",
    forgotten: "Mot de passe oublié ? Choisissez-en un nouveau :",
    notYou: "Si ce n’est pas vous, il n’y a rien à faire. Personne n’est entré dans votre compte.",
  },
  de: {
    subject: "Du hast schon ein Konto",
    preview: "Melde dich an oder wähle ein neues Passwort.",
    tried: "Gerade wollte jemand mit dieser Adresse ein Konto anlegen. Es gibt aber schon eins.",
    wasYou: "Wenn du das warst, melde dich einfach wie gewohnt an.",
    label: "Anmelden",
    forgotten: "Passwort vergessen? Wähle ein neues:",
    notYou: "Wenn nicht, musst du nichts tun. Niemand ist in dein Konto gekommen.",
  },
  pt: {
    subject: "Você já tem uma conta",
    preview: "Entre ou escolha uma nova senha.",
    tried: "Alguém acabou de tentar criar uma conta com este endereço, mas já existe uma.",
    wasYou: "Se foi você, entre como sempre.",
    label: "Entrar",
    forgotten: "Esqueceu a senha? Escolha uma nova:",
    notYou: "Se não foi você, não precisa fazer nada. Ninguém entrou na sua conta.",
  },
};
