import { createHash } from "node:crypto";
import { type Language, languages } from "@cliffhanger/contract";
import { messageSource } from "#platform/messages";

/** The terms that a customer agrees to, as GET /api/plan shows them and an order stores them. */
export interface Consent {
  /** Changes with every change of a text or a promise, in any language. */
  version: string;
  text: string;
  unlockText: string;
}

/** The values of the texts. */
export interface ConsentFacts {
  refundDays: number;
  /** The periods of the plans in question, in days: all on sale, or the one that is bought. */
  periods: readonly number[];
}

/** Returns the texts of a language with their placeholders. They are hashed, so a customer agrees to exactly these. */
function sourcesOf(language: Language) {
  return {
    subscription: messageSource("consent.subscription", language),
    unlock: messageSource("consent.unlock", language),
  };
}

let hash: string | undefined;

function hashOfTexts(): string {
  hash ??= createHash("sha256")
    .update(JSON.stringify(Object.fromEntries(languages.map((language) => [language, sourcesOf(language)]))))
    .digest("hex")
    .slice(0, 12);
  return hash;
}

/** Returns the terms that a customer agrees to before paying (R7), in a language. */
export function consentOf(language: Language, { refundDays, periods }: ConsentFacts): Consent {
  const { subscription, unlock } = sourcesOf(language);
  const days = [...new Set(periods)].sort((one, other) => one - other).map(String);
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(days);
  const fill = (text: string) =>
    text
      // Without a plan on sale, the bracket with the periods is left out.
      .replace(/ \([^)]*\{periods\}[^)]*\)/, (part) => (days.length > 0 ? part : ""))
      .replaceAll("{periods}", list)
      .replaceAll("{refundDays}", String(refundDays));
  return { version: `${hashOfTexts()}-${refundDays}`, text: fill(subscription), unlockText: fill(unlock) };
}
