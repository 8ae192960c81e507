import { type Bank, random } from "./bank.ts";
import type { NextAction } from "./types.ts";

/** A bank's request for authentication. */
export interface Challenge {
  id: string;
  /** The payment or setup intent. */
  intent: string;
  method: string;
  offSession: boolean;
  /** Where the browser goes afterwards; null when the script waits for it. */
  returnUrl: string | null;
  state: "open" | "passed" | "failed" | "void";
}

/** Opens a challenge and returns the intent's next action. */
export function openChallenge(
  bank: Bank,
  { intent, method, offSession, returnUrl }: Omit<Challenge, "id" | "state">,
): NextAction {
  closeChallenges(bank, intent, "void");
  const id = `payatt_${random(24)}`;
  bank.store.put("challenge", id, { id, intent, method, offSession, returnUrl, state: "open" }, intent);
  if (returnUrl !== null) {
    const url = `${bank.origin}/3d_secure/redirect/${id}`;
    return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  }
  const stripeJs = `${bank.origin}/3d_secure/embedded/${id}`;
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: stripeJs, source: id },
  };
}

/** Ends the open challenges of an intent. */
export function closeChallenges(bank: Bank, intent: string, state: Challenge["state"]): void {
  for (const one of bank.store.list<Challenge>("challenge", { under: intent })) {
    if (one.state === "open") bank.store.put("challenge", one.id, { ...one, state });
  }
}
