import type { Payments, Subscription } from "@cliffhanger/contract";
import { expect } from "vitest";
import { rightsOf } from "#billing";
import { newId } from "#platform/ids";
import { unaudited } from "#test/unaudited";
import { runDueTasks } from "./due.ts";
import { type TestMoney, testMoney } from "./money.ts";
import { type MadeMember, makeMember, type Person } from "./people.ts";
import { type Bought, orderOf, payOrder } from "./purchases.ts";
import { type TestSandbox, testSandbox } from "./sandbox.ts";

/** The columns of a stored subscription that tests read. */
export interface StoredSubscription {
  id: string;
  state: string;
  period_no: number;
  period_start: Date;
  period_end: Date;
  anchor_at: Date;
  next_action_at: Date | null;
  grace_until: Date | null;
  remind_at: Date | null;
  renewal_mode: string;
  cancel_at_period_end: boolean;
  dunning_step: number;
  instrument_id: string | null;
  ended_at: Date | null;
}

/** A customer who bought a membership. */
export interface Subscriber extends MadeMember {
  subscriptionId: string;
  /** The first order of the membership. */
  orderId: string;
  /** The gateway's id of the saved card; empty when none was saved. */
  card: string;
}

/** The app and the gateway simulators, with helpers for tests of memberships. */
export interface TestMemberships extends TestMoney {
  /** Adds a plan of this many days for 9.99, on sale from now on. */
  addPlan(days: number): Promise<void>;
  /** Creates a member who buys a plan of this many days. */
  subscribe(days?: number, card?: string): Promise<Subscriber>;
  /** The same, paid through PayPal by one of the simulator's buyers. */
  subscribeByPayPal(days?: number, buyer?: string): Promise<Subscriber>;
  /** Detaches the member's card at the gateway, and waits until the webhook has arrived. */
  detachCard(member: Subscriber): Promise<void>;
  /** Moves both clocks to a moment and runs what is due then. */
  at(moment: Date): Promise<void>;
  /** Lets no membership so far renew, in `afterEach`: each would, whenever a later test lets months pass. */
  rest(): Promise<void>;
  stored(subscriptionId: string): Promise<StoredSubscription>;
  /** Returns the membership as GET /api/payment reports it. */
  seen(member: MadeMember): Promise<Subscription>;
  /** Returns whether every episode is open to the member now. */
  watches(member: MadeMember): Promise<boolean>;
  /** Returns the captured amount of each paid or attempted period, by its number. */
  charges(subscriptionId: string): Promise<Record<number, number>>;
  periods(subscriptionId: string): Promise<{ no: number; starts_at: Date; ends_at: Date }[]>;
  /** Returns when the gateway declined a charge of a renewal. */
  refusals(subscriptionId: string): Promise<Date[]>;
  /** Returns the kinds of emails about a membership, in the order in which they were sent. */
  mails(subscriptionId: string): Promise<string[]>;
  /** Returns the open renewal order. */
  renewalOrder(subscriptionId: string): Promise<{ id: string; state: string } | undefined>;
}

/** Boots {@link testMemberships} with a mailbox that receives its emails; `close` stops both. */
export async function testMembershipsWithMail(): Promise<TestMemberships> {
  const mailbox = await testSandbox();
  const shop = await testMemberships(mailbox);
  const { close } = shop;
  return Object.assign(shop, {
    async close() {
      await close();
      await mailbox.stop();
    },
  });
}

/**
 * Boots it for a test file, in `beforeAll`. With a mailbox and its Facebook, mails wait to be sent; nothing in this process sends
 * them. `readsBooks`: whether `work` also compares the gateways' balances with ours, which is due after every hour that passes and
 * was a third of the statements of these tests.
 */
export async function testMemberships(
  mailbox?: TestSandbox,
  env: Record<string, string> = {},
  { readsBooks = false } = {},
): Promise<TestMemberships> {
  const money = await testMoney(env, mailbox ? { smtpUrl: mailbox.smtpUrl, facebook: mailbox.facebook } : {});
  const { pool, db } = money.database;
  const rows = async <T>(query: string, ...values: unknown[]) =>
    (await pool.query(query, values)).rows as T[];
  const one = async <T>(query: string, ...values: unknown[]) => (await rows<T>(query, ...values))[0];

  const work = () => runDueTasks(money, readsBooks ? [] : ["balances"]);

  const shop: TestMemberships = {
    ...money,
    work,
    async addPlan(days) {
      const now = money.clock.now();
      const id = `plan-${days}`;
      await unaudited(pool).query(
        `insert into plan (id, name, period_days, position, created_at) values ($1, $2, $3, 50, $4)`,
        [id, JSON.stringify({ en: `${days} days`, fr: `${days} jours` }), days, now],
      );
      await unaudited(pool).query(
        `insert into plan_price (id, plan_id, currency, amount, active_from) values ($1, $2, 'USD', 999, $3)`,
        [newId(now), id, now],
      );
    },
    async subscribe(days = 30, card = "pm_card_visa") {
      const member = await makeMember(money);
      const ordered = await orderOf(member, { days });
      if (!ordered.info) throw new Error(`Nothing could be ordered: ${ordered.reason}`);
      const { id: orderId } = ordered.info.order;
      const paid = await payOrder(member, orderId, card);
      await authenticate(money, paid.info);
      await work();
      const bought = await one<{ id: string; token: string | null }>(
        `select subscription.id, token from subscription left join instrument on instrument.id = instrument_id
        where subscription.visitor_id = $1`,
        member.id,
      );
      if (!bought) throw new Error(`No membership began: ${JSON.stringify(paid.info ?? paid.reason)}`);
      return Object.assign(member, { orderId, subscriptionId: bought.id, card: bought.token ?? "" });
    },
    async subscribeByPayPal(days = 30, buyer = "funded") {
      const member = await makeMember(money);
      const ordered = await orderOf(member, { days, method: "paypal" });
      if (!ordered.info) throw new Error(`Nothing could be ordered: ${ordered.reason}`);
      const remoteId = new URL(ordered.info.next?.url ?? "").searchParams.get("token") ?? "";
      await approveAtPayPal(money, remoteId, buyer);
      await work();
      const bought = await one<{ id: string; token: string | null }>(
        `select subscription.id, token from subscription left join instrument on instrument.id = instrument_id
        where subscription.visitor_id = $1`,
        member.id,
      );
      if (!bought) throw new Error("No membership began");
      const orderId = ordered.info.order.id;
      return Object.assign(member, { orderId, subscriptionId: bought.id, card: bought.token ?? "" });
    },
    async at(moment) {
      await money.advance((moment.getTime() - money.clock.now().getTime()) / 1000);
      await work();
    },
    async rest() {
      await pool.query("update subscription set next_action_at = null, remind_at = null");
    },
    async stored(id) {
      const row = await one<StoredSubscription>("select * from subscription where id = $1", id);
      if (!row) throw new Error(`There is no subscription ${id}`);
      return row;
    },
    async detachCard(member) {
      await money.stripe.post(`/payment-methods/${member.card}/detach`);
      await expect
        .poll(async () => {
          await work();
          return (await shop.seen(member)).method;
        })
        .toBeNull();
    },
    async seen(member) {
      const ask = () => member.call<Payments>("GET", "/api/payment");
      let answer = await ask();
      if (answer.code === 401) answer = await signInAgain(member).then(ask);
      if (!answer.info?.subscription) throw new Error(`Nobody subscribed: ${JSON.stringify(answer)}`);
      return answer.info.subscription;
    },
    async watches({ id }) {
      return (await rightsOf(db, id, money.clock.now())).membership;
    },
    async charges(id) {
      const payments = await rows<{
        id: string;
        gateway: string;
        period_no: number;
        remote_id: string | null;
      }>(
        `select payment.id, gateway, period_no, remote_id from payment join purchase_order o on o.id = order_id
        where subscription_id = $1`,
        id,
      );
      const byPayPal = await capturesByPayment(money, payments);
      const charged: Record<number, number> = {};
      for (const { id: payment, gateway, period_no: no, remote_id } of payments) {
        if (gateway === "stripe" && remote_id === null) continue;
        const count =
          gateway === "paypal"
            ? (byPayPal[payment] ?? 0)
            : ((await money.stripe.get(`/money/intents/${remote_id}`)) as { charges: number }).charges;
        charged[no] = (charged[no] ?? 0) + count;
      }
      return charged;
    },
    periods: (id) =>
      rows(
        "select no, starts_at, ends_at from subscription_period where subscription_id = $1 order by no",
        id,
      ),
    async refusals(id) {
      const attempts = await rows<{ created_at: Date }>(
        `select a.created_at from payment_attempt a join payment on payment.id = payment_id
        join purchase_order o on o.id = order_id
        where subscription_id = $1 and a.initiator = 'merchant' and outcome = 'declined' order by a.created_at`,
        id,
      );
      return attempts.map(({ created_at }) => created_at);
    },
    async mails(id) {
      const sent = await rows<{ kind: string }>(
        `select data ->> 'kind' as kind from jobs.job where name = 'mail' and (
          data -> 'data' ->> 'subscriptionId' = $1 or data -> 'data' ->> 'orderId' in (
            select id from purchase_order where subscription_id = $1 and kind = 'renewal'))
        order by created_on, id`,
        id,
      );
      return sent.map(({ kind }) => kind);
    },
    renewalOrder: (id) =>
      one(
        `select o.id, o.state from purchase_order o join subscription s on s.id = subscription_id
        where s.id = $1 and kind = 'renewal' and o.period_no = s.period_no + 1`,
        id,
      ),
  };
  return shop;
}

/** Approves an order at PayPal as one of the simulator's buyers and follows the return to us. */
export async function approveAtPayPal(
  { paypal }: Pick<TestMoney, "paypal">,
  remoteId: string,
  buyer: string,
): Promise<void> {
  const { url } = (await paypal.post("/approve", { orderId: remoteId, buyer })) as { url: string };
  const back = await fetch(url, { redirect: "manual" });
  if (back.status !== 302) throw new Error(`Coming back from PayPal answered ${back.status}`);
}

/** Counts the simulator's captures for each payment, by the payment that its orders name and not by our records. */
async function capturesByPayment(
  { paypal }: Pick<TestMoney, "paypal">,
  payments: { gateway: string }[],
): Promise<Record<string, number>> {
  if (!payments.some(({ gateway }) => gateway === "paypal")) return {};
  const { captures } = (await paypal.get("/money")) as {
    captures: { customId: string | null; status: string }[];
  };
  const counts: Record<string, number> = {};
  for (const { customId, status } of captures)
    if (customId !== null && !["PENDING", "DECLINED", "FAILED"].includes(status))
      counts[customId] = (counts[customId] ?? 0) + 1;
  return counts;
}

/** Signs in again, because sessions expire in the months that such a test lets pass. */
async function signInAgain(member: MadeMember): Promise<void> {
  member.cookie = null;
  await member.call("GET", "/api/user");
  await member.call("POST", "/api/user/login", { email: member.email, password: member.password });
}

/** Completes the bank's authentication of a waiting payment, as the cardholder would. */
export async function authenticate(
  { stripe }: { stripe: Pick<TestMoney["stripe"], "post"> },
  { next }: Bought,
  outcome: "pass" | "fail" = "pass",
): Promise<void> {
  if (!next?.clientSecret) return;
  await stripe.post(`/intents/${next.clientSecret.split("_secret_")[0]}/authenticate`, { outcome });
}

/** Pays an order by card, and passes the bank's authentication where it is asked for: after two declines it is for any card. */
export async function payThroughBank(
  stripe: Pick<TestMoney["stripe"], "post">,
  person: Person,
  orderId: string,
  card?: string,
) {
  const first = await payOrder(person, orderId, card);
  if (first.info?.next?.type !== "action") return first;
  await authenticate({ stripe }, first.info);
  return payOrder(person, orderId, card);
}
