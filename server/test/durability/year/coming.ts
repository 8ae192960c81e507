import { after, day, hour, minute } from "./agenda.ts";
import { both, card, comesBack, during, type Story, steady } from "./course.ts";
import { buy } from "./purchase.ts";
import { cancel, count, subscribe } from "./story.ts";

/** Those who come in ways of their own, and those who leave. */
export const coming: readonly Story[] = [
  {
    name: "cancels",
    methods: both,
    days: [30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 9 * day, (membership) => cancel(stage, membership)),
      ),
  },
  {
    name: "cancels and takes it back",
    methods: both,
    days: [30],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 2, 9 * day, async (membership) => {
          await cancel(stage, membership);
          await cancel(stage, membership, true);
        }),
      ),
  },
  {
    name: "cancels and comes back",
    methods: both,
    days: [7, 30],
    live: (stage) =>
      subscribe(
        stage,
        comesBack(
          stage,
          during(stage, 3, 2 * day, (one) => cancel(stage, one)),
          { days: 20 },
        ),
      ),
  },
  {
    name: "pays late",
    methods: card,
    days: [30],
    async live(stage) {
      const { world, agenda, buyer, days } = stage;
      await world.gateways.card.post("/declines", { outcome: "processing", seconds: 5400, end: "succeeded" });
      const order = await buy(world, buyer, { days, method: "card", patience: 40 });
      const later = async () => {
        const now = await buyer.order(order.id);
        if (now.state !== "paid") throw buyer.breach(`money that came late left the order ${now.state}`);
        count(stage, "late payments");
        const { currency, amount } = now.total;
        buyer.paid.add(now.id);
        buyer.journal.agree({ method: "card", currency, amount, what: `late ${now.number}` });
        await stage.follower.begin(buyer, now, days, "card", steady);
      };
      agenda.at(after(world.now(), 100 * minute), `${buyer.name}: the bank has decided`);
      agenda.at(after(world.now(), 4 * hour), `${buyer.name}: paid late`, later);
    },
  },
  {
    name: "buys in two tabs",
    methods: card,
    days: [7, 30, 90],
    live: (stage) => subscribe(stage, steady, { twoTabs: true }),
  },
  {
    name: "comes as a guest and signs up later",
    methods: both,
    days: [30, 90],
    guestDays: 30,
    live: (stage) => subscribe(stage, steady),
  },
];
