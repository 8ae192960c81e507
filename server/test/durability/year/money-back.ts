import { after, day, hour, minute } from "./agenda.ts";
import { both, card, during, type Story } from "./course.ts";
import type { Membership } from "./membership.ts";
import {
  cancel,
  count,
  dispute,
  later,
  refund,
  refundAtGateway,
  type Stage,
  seriesMust,
  subscribe,
  unlock,
  warnOfFraud,
  whenThere,
  withdraw,
} from "./story.ts";

/** Those whose money goes back, and those who unlock series. */
export const moneyBack: readonly Story[] = [
  {
    name: "is refunded",
    methods: both,
    days: [30],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 5 * day, async (one) => {
          await refund(stage, one.last);
          stage.follower.endNow(one, "refund");
          await stage.follower.mustOpen(one, false);
        }),
      ),
  },
  {
    name: "is refunded a part",
    methods: both,
    days: [7, 30],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 2 * day, async (one) => {
          await refund(stage, one.last, Math.floor(one.price / 3));
          await stage.follower.mustOpen(one, true);
        }),
      ),
  },
  {
    name: "is refunded at the dashboard",
    methods: both,
    days: [30],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 5 * day, async (one) => {
          await refundAtGateway(stage, one.last);
          stage.follower.endNow(one, "refund at the gateway");
          for (const ms of [10 * minute, 2 * hour])
            stage.agenda.at(after(stage.world.now(), ms), "a refund is heard of");
          stage.agenda.at(after(stage.world.now(), 4 * hour), `${stage.buyer.name}: refunded`, () =>
            stage.follower.mustOpen(one, false),
          );
        }),
      ),
  },
  {
    name: "disputes and loses",
    methods: both,
    days: [30],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 5 * day, (one) => disputed(stage, one, "won")),
      ),
  },
  {
    name: "disputes and wins",
    methods: both,
    days: [30],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 5 * day, (one) => disputed(stage, one, "lost")),
      ),
  },
  {
    name: "unlocks series",
    methods: both,
    days: [30],
    async live(stage) {
      await unlock(stage, 1);
      stage.agenda.at(after(stage.world.now(), 40 * day), `${stage.buyer.name}: unlocks another`, () =>
        whenThere(stage, stage.method, async () => {
          await unlock(stage, 2);
          await seriesMust(stage, 1, true);
          await seriesMust(stage, 3, false);
        }),
      );
    },
  },
  {
    name: "unlocks a series and is refunded",
    methods: both,
    days: [30],
    async live(stage) {
      const order = await unlock(stage, 1);
      stage.agenda.at(after(stage.world.now(), 4 * day), `${stage.buyer.name}: is refunded`, () =>
        whenThere(stage, stage.method, async () => {
          await refund(stage, order);
          await seriesMust(stage, 1, false);
        }),
      );
    },
  },
  {
    name: "unlocks a series and disputes it",
    methods: both,
    days: [30],
    async live(stage) {
      const order = await unlock(stage, 1);
      const outcome = stage.buyer.random() < 0.5 ? "won" : "lost";
      await dispute(stage, order, outcome, (state) => seriesMust(stage, 1, state === "won"));
    },
  },
  {
    name: "withdraws from an unlock",
    methods: both,
    days: [30],
    async live(stage) {
      stage.buyer.card = cardToWithdraw(stage);
      const order = await unlock(stage, 1);
      later(stage, 3 * day + 5 * hour, "withdraws", async () => {
        await withdraw(stage, order);
        await seriesMust(stage, 1, false);
      });
    },
  },
  {
    name: "withdraws from a membership",
    methods: both,
    days: [7, 30, 90],
    live(stage) {
      stage.buyer.card = cardToWithdraw(stage);
      const course = during(stage, 1, 3 * day + 5 * hour, async (one) => {
        await withdraw(stage, one.last);
        stage.follower.endNow(one, "withdrawal");
        await stage.follower.mustOpen(one, false);
      });
      return subscribe(stage, course);
    },
  },
  {
    name: "unlocks a series by a stolen card",
    methods: card,
    days: [30],
    async live(stage) {
      const order = await unlock(stage, 1);
      later(stage, 4 * day + 5 * hour, "the bank warns", () =>
        warnOfFraud(stage, order, () => seriesMust(stage, 1, false)),
      );
    },
  },
  {
    name: "subscribes by a stolen card",
    methods: card,
    days: [30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 1, 4 * day + 5 * hour, async (one) => {
          stage.follower.endNow(one, "the bank's warning");
          await warnOfFraud(stage, one.last, () => stage.follower.mustOpen(one, false));
        }),
      ),
  },
];

/** Cards that nobody else has: two withdrawals a year by one card need no operator. */
const cards = ["discover", "diners", "jcb", "unionpay", "br", "de", "fr", "es", "pt", "visa_debit"];
function cardToWithdraw(stage: Stage): string {
  count(stage, "purchases to withdraw from");
  return `pm_card_${cards[Math.floor(((stage.counts["purchases to withdraw from"] ?? 1) - 1) / 2) % cards.length]}`;
}

/** A dispute about the last payment of a membership; the shop wins or loses it. */
async function disputed(stage: Stage, membership: Membership, outcome: "won" | "lost"): Promise<void> {
  const { follower } = stage;
  await dispute(stage, membership.last, outcome, async (state) => {
    membership.disputed = state === "open";
    // Nothing is charged by itself while a bank asks.
    membership.fate = { kind: "ends" };
    if (state === "lost") follower.endNow(membership, "dispute lost");
    await follower.mustOpen(membership, state === "won");
    if (state === "won") await cancel(stage, membership, true);
  });
}
