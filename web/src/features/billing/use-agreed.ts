import { useState } from "react";

/**
 * Returns whether the buyer has agreed to the terms, and sets that. It is about these terms alone: once they have changed, as a refusal
 * of the server may tell, the box is empty again.
 * @param terms names what the box covers: the version of the words, and what else is read beside it
 */
export function useAgreed(terms: string): [boolean, (agreed: boolean) => void] {
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  return [agreedTo === terms, (agreed) => setAgreedTo(agreed ? terms : null)];
}
