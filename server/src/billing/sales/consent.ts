import { createHash } from "node:crypto";
import type { Language } from "@cliffhanger/contract";
import { consentWords } from "./consent-words.ts";

/** What somebody agrees to, as GET /api/plan shows it and an order keeps it. */
export interface Consent {
  /** Another one with every change of a word or a promise, in whichever language. */
  version: string;
  text: string;
  unlockText: string;
}

/** What the texts are filled with. */
export interface ConsentFacts {
  refundDays: number;
  /** The days of the plans that are meant: all on sale, or the one that is bought. */
  periods: readonly number[];
}

const words = createHash("sha256").update(JSON.stringify(consentWords)).digest("hex").slice(0, 12);

/** The terms that are agreed to before paying (R7), in a language. */
export function consentOf(language: Language, { refundDays, periods }: ConsentFacts): Consent {
  const { subscription, unlock } = consentWords[language];
  const days = [...new Set(periods)].sort((one, other) => one - other).map(String);
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(days);
  const fill = (text: string) =>
    text
      // Where nothing is on sale there is nothing to name.
      .replace(/ \([^)]*\{periods\}[^)]*\)/, (part) => (days.length > 0 ? part : ""))
      .replaceAll("{periods}", list)
      .replaceAll("{refundDays}", String(refundDays));
  return { version: `${words}-${refundDays}`, text: fill(subscription), unlockText: fill(unlock) };
}
