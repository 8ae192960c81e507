/** Letters that are written as digits or signs, and what they represent. */
const disguises: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};
/** The most digits and signs that people add to a word, at both ends together. More of them count as a secret. */
const MAX_ADDED = 6;
/** Sequences of which every part, in either direction, is a common password. */
const rows = ["0123456789012", "abcdefghijklmnopqrstuvwxyz"];

/**
 * Returns whether a password is one that attackers try first: on a list of leaked passwords, such a word with a few
 * digits or signs, the person's or the site's own word with any of them (`ownWords`), a repetition, a sequence, or a
 * date.
 */
export async function isCommonPassword(password: string, personalTerms: readonly string[]): Promise<boolean> {
  const plain = password.toLowerCase();
  if (isOwn(plain, personalTerms) || isPattern(plain)) return true;
  const common = await commonPasswords();
  return common.has(plain) || basesOf(plain).some((base) => common.has(base));
}

function isOwn(plain: string, personalTerms: readonly string[]): boolean {
  return personalTerms.some((word) => {
    const own = word.toLowerCase();
    const unmasked = onlyAlphabetic(own);
    if (own === plain) return true;
    return unmasked.length > 1 && [plain, unmask(plain)].some((text) => onlyAlphabetic(text) === unmasked);
  });
}

/** Returns the words that a password is made of by adding digits and signs, with disguised letters as written and as meant. */
function basesOf(plain: string): string[] {
  return [plain, withoutAccents(plain)].flatMap((text) => {
    const base = text.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
    const start = text.replace(/^[\d\s]+/, "").replace(/[\d\s!?.*#]+$/, "");
    return [base, start, unmask(start)].filter(
      (word) => word !== "" && text.length - word.length <= MAX_ADDED,
    );
  });
}

function isPattern(plain: string): boolean {
  // A block of at most four characters, repeated.
  if (/^(.{1,4}?)\1+$/su.test(plain)) return true;
  const turned = Array.from(plain).toReversed().join("");
  return rows.some((row) => row.includes(plain) || row.includes(turned)) || isDate(plain);
}

/** Returns whether eight digits form a date: with the day, the month or the year first. */
function isDate(text: string): boolean {
  const date =
    /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19|20)\d\d$|^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
  return date.test(text);
}

function onlyAlphabetic(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, "");
}

function unmask(text: string): string {
  return Array.from(text, (character) => disguises[character] ?? character).join("");
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Loaded when the first password is chosen: a process that only serves playback never loads the list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set([...dictionary["passwords-common"], ...otherLanguages]),
  );
  return common;
}

/** Words of the interface's other languages that lead the lists of leaked passwords there. */
const otherLanguages =
  `contrasena contraseña clave teamo tequiero hola amor barcelona realmadrid motdepasse azerty azertyuiop bonjour doudou
  loulou jetaime soleil chouchou marseille passwort hallo schatz sommer winter frühling herbst deutschland fussball
  senha mudar brasil portugal flamengo corinthians palmeiras benfica sporting amorzinho saudade primavera verano invierno
  otoño printemps été automne hiver verão outono inverno user usuario utilisateur benutzer usuário gast guest`.split(
    /\s+/,
  );
