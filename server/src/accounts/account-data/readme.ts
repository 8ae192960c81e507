import type { Language } from "@cliffhanger/contract";

/** The description of a file of the export, in every language. */
export type FileWords = Record<Language, string>;

const own: Record<string, FileWords> = {
  account: {
    en: "who you are here: your address, name, language and dates",
    es: "quién eres aquí: tu dirección, nombre, idioma y fechas",
    fr: "qui vous êtes ici : votre adresse, votre nom, votre langue et les dates",
    de: "wer du hier bist: deine Adresse, dein Name, deine Sprache und die Daten dazu",
    pt: "quem você é aqui: seu endereço, nome, idioma e datas",
  },
  sessions: {
    en: "the devices that are signed in, and when they were used last",
    es: "los dispositivos con la sesión iniciada y cuándo se usaron por última vez",
    fr: "les appareils connectés, et leur dernière utilisation",
    de: "die angemeldeten Geräte, und wann sie zuletzt benutzt wurden",
    pt: "os aparelhos conectados e quando foram usados pela última vez",
  },
  agreements: {
    en: "what you agreed to, in which version and when",
    es: "lo que aceptaste, en qué versión y cuándo",
    fr: "ce que vous avez accepté, dans quelle version et quand",
    de: "wozu du zugestimmt hast, in welcher Fassung und wann",
    pt: "o que você aceitou, em qual versão e quando",
  },
};

const words: Record<Language, { title(site: string, day: string): string; intro: string; times: string }> = {
  en: {
    title: (site, day) => `Your data at ${site}, on ${day}`,
    intro: "Everything kept about you is in these files. They are JSON: any text editor opens them.",
    times:
      "Times are in UTC. Your password is not here: only a fingerprint of it is kept, which tells nothing.",
  },
  es: {
    title: (site, day) => `Tus datos en ${site}, a fecha de ${day}`,
    intro:
      "En estos archivos está todo lo que guardamos sobre ti. Son JSON: se abren con cualquier editor de texto.",
    times: "Las horas son UTC. Tu contraseña no está: solo se guarda una huella de ella, que no dice nada.",
  },
  fr: {
    title: (site, day) => `Vos données sur ${site}, le ${day}`,
    intro:
      "Ces fichiers contiennent tout ce qui est conservé à votre sujet. Ils sont au format JSON : n’importe quel éditeur de texte les ouvre.",
    times:
      "Les heures sont en UTC. Votre mot de passe n’y figure pas : nous n’en gardons qu’une empreinte, qui ne révèle rien.",
  },
  de: {
    title: (site, day) => `Deine Daten bei ${site}, Stand ${day}`,
    intro:
      "In diesen Dateien steht alles, was über dich gespeichert ist. Sie sind JSON: Jeder Texteditor öffnet sie.",
    times:
      "Zeiten sind in UTC. Dein Passwort ist nicht dabei: Davon gibt es nur einen Fingerabdruck, der nichts verrät.",
  },
  pt: {
    title: (site, day) => `Seus dados em ${site}, em ${day}`,
    intro: "Tudo o que guardamos sobre você está nestes arquivos. São JSON: qualquer editor de texto abre.",
    times:
      "Os horários estão em UTC. Sua senha não está aqui: só guardamos uma impressão dela, que não diz nada.",
  },
};

// In English in every language, like every date of the product (R96).
const longDate = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns the README of an export. `described`: descriptions by the domains that add files. */
export function readmeOf(
  files: readonly string[],
  {
    site,
    at,
    language,
    described,
  }: { site: string; at: Date; language: Language; described: Record<string, FileWords> },
): string {
  const { title, intro, times } = words[language];
  const known: Record<string, FileWords> = { ...described, ...own };
  const width = Math.max(...files.map((name) => name.length)) + ".json".length;
  const lines = files.map((name) => {
    const about = known[name]?.[language];
    return about === undefined ? `${name}.json` : `${`${name}.json`.padEnd(width)}  ${about}`;
  });
  const heading = title(site || "Cliffhanger", longDate.format(at));
  return `${[heading, "=".repeat(Array.from(heading).length), "", intro, "", ...lines, "", times].join("\r\n")}\r\n`;
}
