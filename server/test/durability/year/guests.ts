import { setTimeout as pause } from "node:timers/promises";
import type { Order } from "@cliffhanger/contract";
import { day, hour } from "./agenda.ts";
import type { Buyer } from "./buyer.ts";
import { both, during, type Story, steady } from "./course.ts";
import type { Membership } from "./membership.ts";
import { buy } from "./purchase.ts";
import { count, type Stage, seriesMust, subscribe, unlock } from "./story.ts";
import type { World } from "./world.ts";

/** Those who buy without an account, and make it theirs by the link of the receipt's mail. */
export const guests: readonly Story[] = [
  {
    name: "subscribes as a guest and claims it",
    methods: both,
    days: [7, 30, 90],
    asGuest: true,
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 1, 3 * day + 5 * hour, async ({ last }) => {
          await claim(stage, last);
          await seriesMust(stage, 0, true);
        }),
        byWallet(stage),
      ),
  },
  {
    name: "unlocks as a guest on two devices and claims both",
    methods: both,
    days: [30],
    asGuest: true,
    async live(stage) {
      const first = await unlock(stage, 1, byWallet(stage));
      await unlock({ ...stage, buyer: stage.buyer.onAnotherDevice() }, 2, byWallet(stage));
      await seriesMust(stage, 2, false);
      await claim(stage, first);
      for (const [series, open] of [
        [1, true],
        [2, true],
        [3, false],
      ] as const)
        await seriesMust(stage, series, open);
    },
  },
  {
    name: "has an account and buys as a guest with its address",
    methods: both,
    days: [30, 90],
    live: (stage) =>
      subscribe(
        stage,
        during(stage, 1, 9 * day + 5 * hour, (one) => merge(stage, one)),
      ),
  },
  {
    name: "unlocks by a wallet as a guest and stays one",
    methods: ["card"],
    days: [30],
    asGuest: true,
    live: (stage) => unlock(stage, 1, { wallet: true }),
  },
  {
    name: "subscribes by a wallet as a guest and stays one",
    methods: ["card"],
    days: [30, 90],
    asGuest: true,
    live: (stage) => subscribe(stage, steady, { wallet: true }),
  },
];

/** Every other one of those who pay by card has it in a wallet. */
const byWallet = ({ buyer, method }: Stage) =>
  method === "card" && buyer.random() < 0.5 ? { wallet: true } : {};

/** A guest on another device buys a series and a second membership, which become the account's. Only the account's renews. */
async function merge(stage: Stage, membership: Membership): Promise<void> {
  const { world, buyer, follower } = stage;
  const other = buyer.onAnotherDevice();
  const bought: Order[] = [];
  for (const what of [{ series: 2 }, { days: 7 }])
    bought.push(
      await buy(world, other, { ...what, method: "card", ...byWallet({ ...stage, method: "card" }) }),
    );
  const before = (await buyer.payments()).orders.map(({ id }) => id);
  if (bought.some(({ id }) => before.includes(id)))
    throw buyer.breach("an account has what a guest bought, before the mailbox was proved");
  for (const order of bought.slice(-1)) await claim(stage, order);
  const { orders } = await buyer.payments();
  if (bought.some(({ id }) => !orders.some((order) => order.id === id)))
    throw buyer.breach("what a guest bought is not the account's");
  const seen = await follower.seen(buyer);
  if (
    seen.renewsAt !== membership.until.toISOString() ||
    seen.renewalMode !== "auto" ||
    seen.cancelAtPeriodEnd
  )
    throw buyer.breach(`of two memberships the account's renews no more: ${JSON.stringify(seen)}`);
  count(stage, "accounts merged with a guest");
}

/** Redeems the link of a receipt; where the answer was lost, another link is asked for. */
async function claim(stage: Stage, order: Order): Promise<void> {
  const { world, buyer } = stage;
  const elsewhere = !buyer.asGuest || buyer.random() < 0.5;
  let code = await codeFor(world, buyer, order.number);
  for (let tries = 0; !(await buyer.claim(code, elsewhere)); tries++) {
    if (tries >= 2) throw buyer.breach("no link of a mail is taken");
    await (await buyer.person()).call("POST", "/api/user/link", { email: buyer.email });
    code = await codeFor(world, buyer, null, code);
  }
  count(stage, "purchases claimed by a mail's link");
}

/** Waits for a mail with a link: the receipt of an order, or any that does not have the code of an earlier one. */
async function codeFor(
  { mailbox }: World,
  buyer: Buyer,
  number: string | null,
  earlier?: string,
): Promise<string> {
  for (let tries = 0; tries < 1200; tries++) {
    for (const { text } of await mailbox.mailsTo(buyer.email)) {
      const code = /[?&#]code=([A-Za-z0-9_-]+)/.exec(text)?.[1];
      if (code && code !== earlier && (number === null || text.includes(number))) return code;
    }
    await pause(250);
  }
  throw buyer.breach(`no mail with a link came for ${number ?? "them"}`);
}
