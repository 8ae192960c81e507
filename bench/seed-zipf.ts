import type { Language } from "@cliffhanger/contract";

/** Words in each language. */
const VOCABULARY = 60_000;
const SYNOPSIS_WORDS = 40;
const TITLE_WORDS = { least: 2, most: 5 };

/** 40 syllables a language, with its own letters: three of them make 64,000 words. */
const vowels: Record<Language, string[]> = {
  en: ["a", "e", "i", "o", "ou"],
  es: ["a", "é", "i", "o", "ú"],
  fr: ["a", "é", "è", "ou", "ô"],
  de: ["a", "e", "ä", "ö", "ü"],
  pt: ["a", "ê", "i", "ã", "ó"],
};
const consonants = ["l", "m", "r", "st", "v", "k", "tr", "n"];

/** Returns a text of words that are as frequent as words of a language are: the exponent of Zipf's law is 1. */
export function zipfTexts(language: Language, random: () => number): { title: string; synopsis: string } {
  const words = (count: number) =>
    Array.from({ length: count }, () => wordOf(language, Math.floor(VOCABULARY ** random()) - 1)).join(" ");
  const { least, most } = TITLE_WORDS;
  return {
    title: capital(words(least + Math.floor(random() * (most - least + 1)))),
    synopsis: `${capital(words(SYNOPSIS_WORDS))}.`,
  };
}

/** Returns the word of a rank, counted from 0: the more frequent, the shorter. */
function wordOf(language: Language, rank: number): string {
  const own = vowels[language];
  const base = consonants.length * own.length;
  let text = "";
  for (let left = rank + 1; left > 0; left = Math.floor((left - 1) / base)) {
    const at = (left - 1) % base;
    text += `${consonants[at % consonants.length]}${own[Math.floor(at / consonants.length)]}`;
  }
  return text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
