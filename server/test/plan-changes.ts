import { randomWord } from "#platform/ids";
import type { MadeMember } from "./people.ts";
import { type Bought, plansFor } from "./purchases.ts";

/** Opens the order of a change to a dearer plan, by card unless `more` names another method. */
export async function orderChange(member: MadeMember, planId: string, more: object = {}) {
  const { consent, at } = await plansFor(member);
  return member.call<Bought>("POST", "/api/payment/order", {
    kind: "change",
    planId,
    method: "card",
    clientToken: randomWord(16),
    consent: { version: consent.version, accepted: true },
    quotedAt: at,
    ...more,
  });
}
