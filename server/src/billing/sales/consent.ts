import { createHash } from "node:crypto";
import { type Language, languages } from "@cliffhanger/contract";
import { messageSource } from "#platform/messages";
import { versionOfTerms } from "../records/withdrawals/promise.ts";

/** The terms that a customer agrees to, as GET /api/plan shows them and an order stores them. */
export interface Consent {
  /** Changes with every change of a text or a promise, in any language. */
  version: string;
  text: string;
  unlockText: string;
  keep: KeepConsent;
}

/** The words of the box that keeps a payment method for later unlocks, with a version of their own. */
export interface KeepConsent {
  version: string;
  card: string;
  paypal: string;
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

function keepSourcesOf(language: Language) {
  return {
    card: messageSource("consent.keepCard", language),
    paypal: messageSource("consent.keepPaypal", language),
  };
}

let hash: string | undefined;
let keepHash: string | undefined;

function hashOf(sources: (language: Language) => object): string {
  const texts = Object.fromEntries(languages.map((language) => [language, sources(language)]));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 12);
}

/** Returns the words by which a customer keeps a payment method for later unlocks, in a language. */
export function keepConsentOf(language: Language): KeepConsent {
  keepHash ??= hashOf(keepSourcesOf);
  return { version: keepHash, ...keepSourcesOf(language) };
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
  hash ??= hashOf(sourcesOf);
  const version = versionOfTerms(hash, refundDays);
  return { version, text: fill(subscription), unlockText: fill(unlock), keep: keepConsentOf(language) };
}
