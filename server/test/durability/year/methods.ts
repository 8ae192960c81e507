import type { MethodChange } from "@cliffhanger/contract";
import { day, hour } from "./agenda.ts";
import { plansOf } from "./buyer.ts";
import { both, card, comesBack, during, type Story, steady } from "./course.ts";
import type { Method } from "./gateways.ts";
import type { Membership } from "./membership.ts";
import { approveAtPayPal } from "./purchase.ts";
import { cancel, count, later, once, type Stage, seriesMust, subscribe, unlock, whenThere } from "./story.ts";

/** Those who pay by a wallet, by a method that the site has kept, or who give another one before or after a charge fails. */
export const methods: readonly Story[] = [
  {
    name: "pays by a wallet all year",
    methods: card,
    days: [7, 30, 90],
    live: (stage) => subscribe(stage, steady, { wallet: true }),
  },
  {
    name: "unlocks by a wallet",
    methods: card,
    days: [30],
    async live(stage) {
      await unlock(stage, 1, { wallet: true });
      await seriesMust(stage, 2, false);
    },
  },
  {
    name: "keeps a method and unlocks in one tap",
    methods: both,
    days: [30],
    async live(stage) {
      await unlock(stage, 1, { keep: true });
      const tap = async () => {
        await unlock(stage, 2, { saved: await keptMethod(stage) });
        count(stage, "payments in one tap");
        await seriesMust(stage, 1, true);
        await seriesMust(stage, 3, false);
      };
      later(stage, 20 * day, "unlocks in one tap", tap);
    },
  },
  {
    name: "resumes an ended membership",
    methods: both,
    days: [7, 30],
    live: (stage) =>
      subscribe(
        stage,
        comesBack(
          stage,
          during(stage, 2, 2 * day, (one) => cancel(stage, one)),
          { days: 30, again: () => resume(stage) },
        ),
      ),
  },
  {
    name: "gives another method in time",
    methods: both,
    days: [7, 30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 2 * day + 5 * hour, (one) => changeMethod(stage, one, otherMethod(stage))),
      ),
  },
  {
    name: "gives another method when a charge has failed",
    methods: card,
    days: [7, 30],
    live: (stage) =>
      subscribe(
        stage,
        once(2, { kind: "mended", by: (membership) => changeMethod(stage, membership, otherMethod(stage)) }),
      ),
  },
  {
    name: "leaves PayPal for a card when a charge has failed",
    methods: ["paypal"],
    days: [7, 30],
    alone: true,
    live: (stage) =>
      subscribe(
        stage,
        once(1, { kind: "mended", by: (membership) => changeMethod(stage, membership, "card") }),
      ),
  },
];

/** PayPal takes no money in reais from abroad. */
function otherMethod({ buyer, method }: Stage): Method {
  if (buyer.currency === "BRL") return "card";
  return buyer.random() < 0.6 === (method === "card") ? "paypal" : "card";
}

/** Returns the one method that may be paid by in one tap; PayPal tells of it a moment later. */
async function keptMethod({ world, buyer }: Stage): Promise<string> {
  for (let tries = 0; ; tries++) {
    const { saved } = await plansOf(buyer);
    if (saved[0] && saved.length === 1) return saved[0].id;
    if (tries >= 12) throw buyer.breach(`a kept method is not offered: ${JSON.stringify(saved)}`);
    await world.jump(20);
    await world.settle();
  }
}

/** Takes the offer to resume what has ended: by card in one tap, at PayPal by its form. */
async function resume(stage: Stage): Promise<void> {
  const { buyer, days, method } = stage;
  const { plans, resume: offered } = await plansOf(buyer);
  if (offered === null || offered !== plans.find(({ periodDays }) => periodDays === days)?.id)
    throw buyer.breach(`the ended membership of ${days} days may be resumed as ${offered}`);
  const saved = method === "card" ? { saved: await keptMethod(stage) } : {};
  if (!(await subscribe(stage, steady, saved))) throw buyer.breach("a membership was not resumed");
  if (method === "card") count(stage, "payments in one tap");
  count(stage, "memberships resumed");
}

/** Gives another method to renew by, and waits until the site has it. */
async function changeMethod(stage: Stage, membership: Membership, to: Method): Promise<void> {
  if (!stage.world.gateways[to].isUp())
    return whenThere(stage, to, () => changeMethod(stage, membership, to));
  const { world, buyer } = stage;
  const who = await buyer.who();
  const begun = await who.call<MethodChange>("POST", "/api/payment/method", { method: to });
  if (begun.code !== 200) throw buyer.breach(`another method was refused: ${JSON.stringify(begun)}`);
  const { setupId, next } = begun.info;
  buyer.journal.note(`gives ${to} to renew by`);
  if (to === "paypal") {
    const url = next && "url" in next ? new URL(next.url) : null;
    await approveAtPayPal(world, buyer, url?.searchParams.get("approval_session_id") ?? "");
  } else {
    buyer.card = "pm_card_mastercard";
    await who.call("POST", "/api/payment/method", { setupId, paymentMethod: buyer.card });
  }
  for (let tries = 0; ; tries++) {
    await world.settle();
    const { info } = await who.call<MethodChange>("GET", `/api/payment/method?setupId=${setupId}`);
    if (info.state === "succeeded") break;
    if (tries >= 12) throw buyer.breach(`a change of method stays ${JSON.stringify(info)}`);
    await world.jump(20);
  }
  membership.method = to;
  const { method, renewalMode } = await stage.follower.seen(buyer);
  if (method?.type !== to || renewalMode !== "auto")
    throw buyer.breach(`renews ${renewalMode} by ${JSON.stringify(method)} instead of ${to}`);
  count(stage, `methods changed to ${to}`);
}
