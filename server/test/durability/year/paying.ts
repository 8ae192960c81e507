import {
  all,
  both,
  breaks,
  card,
  comesBack,
  faulty,
  kindOf,
  mends,
  paypal,
  type Story,
  steady,
} from "./course.ts";
import { once, renews, subscribe } from "./story.ts";

/** Those who pay all year, and those whose payments meet refusals and faults. */
export const paying: readonly Story[] = [
  { name: "pays all year", methods: both, days: all, live: (stage) => subscribe(stage, steady) },
  {
    name: "pays all year by PayPal",
    methods: paypal,
    days: [7, 30, 90],
    live: (stage) => subscribe(stage, steady),
  },
  {
    name: "is refused once or twice, then pays",
    methods: card,
    days: [7, 30, 90],
    live: (stage) =>
      subscribe(stage, once(2, { kind: "refused", times: stage.buyer.random() < 0.5 ? 1 : 2 })),
  },
  {
    name: "is refused once at PayPal",
    methods: paypal,
    days: [7, 30],
    alone: true,
    live: (stage) => subscribe(stage, once(2, { kind: "refused", times: 1 })),
  },
  {
    name: "never pays again and comes back",
    methods: card,
    days: [7, 30],
    live: (stage) => subscribe(stage, comesBack(stage, once(2, { kind: "refused", times: 99 }), { days: 9 })),
  },
  {
    name: "has a stolen card and pays by link",
    methods: card,
    days: [7, 30, 90],
    live: (stage) => subscribe(stage, once(2, { kind: "asks", how: "stolen_card" })),
  },
  {
    name: "is asked by the bank and pays by link",
    methods: card,
    days: [7, 30],
    live: (stage) => subscribe(stage, once(1, { kind: "asks", how: "authentication_required" })),
  },
  {
    name: "leaves PayPal for a card",
    methods: paypal,
    days: [7, 30],
    payer: "locked-later",
    live: (stage) => subscribe(stage, once(1, { kind: "asks", how: "account" })),
  },
  {
    name: "must approve at PayPal, and takes a card",
    methods: paypal,
    days: [7, 30],
    payer: "sca-later",
    live: (stage) => subscribe(stage, once(1, { kind: "asks", how: "account" })),
  },
  {
    name: "meets a fault when buying",
    methods: both,
    days: [30, 90],
    async live(stage) {
      await breaks(stage, kindOf(stage), 1 + Math.floor(stage.buyer.random() * 2));
      const bought = await subscribe(stage, steady, { patience: 900 });
      await mends(stage)();
      if (!bought) throw stage.buyer.breach("a fault of the gateway kept the order open");
    },
  },
  {
    name: "meets faults when renewing",
    methods: both,
    days: [7, 30],
    alone: true,
    live: (stage) => {
      const fate = () => faulty(stage, 26, () => breaks(stage, kindOf(stage)), mends(stage));
      return subscribe(stage, { fate: ({ no }) => (no === 1 || no === 3 ? fate() : renews) });
    },
  },
  {
    name: "meets a fault of the merchant's",
    methods: paypal,
    days: [30],
    alone: true,
    live: (stage) => {
      const fault = () =>
        stage.world.gateways.paypal.post("/captures/merchant-initiated/next", {
          issue: "PAYEE_ACCOUNT_RESTRICTED",
        });
      return subscribe(
        stage,
        once(
          2,
          faulty(stage, 26, fault, async () => undefined),
        ),
      );
    },
  },
];
