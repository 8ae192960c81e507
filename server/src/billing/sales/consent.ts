import { createHash } from "node:crypto";
import type { Language } from "@cliffhanger/contract";
import { consentTexts } from "./consent-texts.ts";

/** The consent text, as GET /api/plan returns it and an order stores it. */
export interface Consent {
  /** Changes with every word and every promise, in any language. */
  version: string;
  text: string;
  unlockText: string;
}

/** The values in the texts. */
export interface ConsentFacts {
  refundDays: number;
  /** The days of all plans on sale, or of the one being bought. */
  periods: readonly number[];
}

const words = createHash("sha256").update(JSON.stringify(consentTexts)).digest("hex").slice(0, 12);

/** Returns the terms to agree to before paying (R7), in a language. */
export function consentOf(language: Language, { refundDays, periods }: ConsentFacts): Consent {
  const { subscription, unlock } = consentTexts[language];
  const days = [...new Set(periods)].sort((one, other) => one - other).map(String);
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(days);
  const fill = (text: string) =>
    text
      // Without plans on sale there are no periods to name.
      .replace(/ \([^)]*\{periods\}[^)]*\)/, (part) => (days.length > 0 ? part : ""))
      .replaceAll("{periods}", list)
      .replaceAll("{refundDays}", String(refundDays));
  return { version: `${words}-${refundDays}`, text: fill(subscription), unlockText: fill(unlock) };
}
