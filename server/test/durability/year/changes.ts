import { day, hour } from "./agenda.ts";
import { plansOf } from "./buyer.ts";
import { all, both, during, type Story } from "./course.ts";
import { chargeOf, type Membership } from "./membership.ts";
import { buy } from "./purchase.ts";
import { count, type Stage, subscribe } from "./story.ts";

/** Those who change their plan. */
export const changes: readonly Story[] = [
  {
    name: "changes to a dearer plan",
    methods: both,
    days: [7, 30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 2 * day + 5 * hour, (one) => upgrade(stage, one)),
      ),
  },
  {
    name: "changes to a dearer plan twice",
    methods: both,
    days: [7, 30],
    live: (stage) => {
      const twice = [1, 2].map((no) =>
        during(stage, no, (no === 1 ? 3 : 9) * day + 5 * hour, (one) => upgrade(stage, one)),
      );
      return subscribe(stage, {
        fate: () => ({ kind: "renews" }),
        begun: (membership) => {
          for (const course of twice) course.begun?.(membership);
        },
      });
    },
  },
  {
    name: "changes to a cheaper plan",
    methods: both,
    days: [30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 1, 5 * day + 5 * hour, (one) => downgrade(stage, one)),
      ),
  },
  {
    name: "changes to a cheaper plan and takes it back",
    methods: both,
    days: [30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 1, 5 * day + 5 * hour, async (one) => {
          await downgrade(stage, one);
          await keep(stage, one);
        }),
      ),
  },
];

/** Buys the next dearer plan, for its price less what is left of the present one. */
async function upgrade(stage: Stage, membership: Membership): Promise<void> {
  const { world, buyer, follower } = stage;
  const { method } = membership;
  const days = all[all.indexOf(membership.days) + 1] ?? 0;
  const { price } = await planOf(stage, days);
  const order = await buy(world, buyer, { days, method, change: (to, at) => chargeOf(membership, to, at) });
  if (order.state !== "paid") throw buyer.breach(`a change of plan was not paid: ${order.state}`);
  await follower.upgraded(membership, order, { days, price });
  count(stage, "changes to a dearer plan");
}

/** Chooses the next cheaper plan for the coming period. */
async function downgrade(stage: Stage, membership: Membership): Promise<void> {
  const days = all[all.indexOf(membership.days) - 1] ?? 0;
  const { id, price } = await planOf(stage, days);
  await choose(stage, membership, id);
  const { pendingPlan } = await stage.follower.seen(stage.buyer);
  if (pendingPlan?.id !== id || pendingPlan.at !== membership.until.toISOString())
    throw stage.buyer.breach(`${id} was chosen, but ${JSON.stringify(pendingPlan)} is to come`);
  membership.next = { days, price };
  count(stage, "changes to a cheaper plan");
}

/** Takes that back. */
async function keep(stage: Stage, membership: Membership): Promise<void> {
  await choose(stage, membership, (await planOf(stage, membership.days)).id);
  const { pendingPlan } = await stage.follower.seen(stage.buyer);
  if (pendingPlan !== null)
    throw stage.buyer.breach(`a change was taken back, but ${pendingPlan.id} is to come`);
  membership.next = null;
  count(stage, "changes taken back");
}

async function choose({ buyer }: Stage, { days }: Membership, planId: string): Promise<void> {
  const who = await buyer.who();
  const { consent } = await plansOf(buyer);
  const answer = await who.call("POST", "/api/payment/change", {
    planId,
    consent: { version: consent.version, accepted: true },
  });
  if (answer.code !== 200) throw buyer.breach(`a change of plan was refused: ${JSON.stringify(answer)}`);
  buyer.journal.note(`chooses ${planId} instead of ${days} days`);
}

async function planOf({ buyer }: Stage, days: number): Promise<{ id: string; price: number }> {
  const plan = (await plansOf(buyer)).plans.find(({ periodDays }) => periodDays === days);
  if (!plan) throw buyer.breach(`no plan of ${days} days is sold`);
  return { id: plan.id, price: plan.price.amount };
}
