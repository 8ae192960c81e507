import { type ExpectedBooks, wholeLedger } from "#test/expected-books";
import { faultsOfGatewayBooks } from "#test/gateway-books";
import type { TestMoney } from "#test/money";
import { faultsOfBooks } from "#test/money-rules";
import { after, hour, minute } from "./agenda.ts";
import { bookJournal, foldIncome } from "./books.ts";
import { type Buyer, isPaid } from "./buyer.ts";
import { Breach } from "./journal.ts";
import { type Follower, mayWatch } from "./membership.ts";
import type { World } from "./world.ts";

/** Sums by method and currency, such as `card EUR`. */
type Sums = Record<string, number>;

/** Everything that must hold at the end of the year, when nothing is open: the gateways' own books are equal too. */
export async function closeYear(world: World, buyers: readonly Buyer[], follower: Follower): Promise<void> {
  if (follower.isWaiting(after(world.now(), 5 * hour)))
    throw new Breach("renewals have no outcome after a month", null, world.now());
  await audit(world, buyers, follower);
  // Exits with 1, which is an error here, unless every settlement currency of each gateway is equal.
  console.log(await world.command("finance-command.ts", ["check"]));
}

/** Counts the memberships of each gateway that go on; throws unless each of them is paid up to now. */
export function renewedAllYear(world: World, follower: Follower): Record<string, number> {
  const renewed: Record<string, number> = {};
  for (const { buyer, ended, disputed, fate, until, method } of follower.all) {
    if (ended || disputed || fate.kind === "ends") continue;
    if (until <= world.now())
      throw buyer.breach(`a membership that nobody ended is paid until ${until.toISOString()} alone`);
    add(renewed, method, 1);
  }
  return renewed;
}

/** Everything that must hold at the end of a month. */
export async function audit(world: World, buyers: readonly Buyer[], follower: Follower): Promise<void> {
  // Lines of a gateway's balance and the last webhooks come a moment later, PayPal's report three hours.
  for (const ms of [10 * minute, hour, 2 * hour, hour]) {
    await world.jump(ms / 1000);
    await world.settle();
  }
  await checkBooks(world);
  if (!follower.isWaiting(world.now())) await checkLedger(world, buyers);
  await checkReceipts(world);
  await checkAcknowledged(world, buyers);
  await checkMoney(world, buyers, follower);
  for (const membership of follower.all) await checkMembership(world, follower, membership);
}

async function checkBooks(world: World): Promise<void> {
  const faults = [
    ...(await faultsOfBooks(world)),
    ...(await faultsOfGatewayBooks({
      database: world.database,
      stripe: world.gateways.card,
      paypal: world.gateways.paypal,
    } as unknown as TestMoney)),
  ];
  const [sum] = await world.query<{ count: number }>(
    `select count(*)::int as count from
      (select 1 from ledger_entry group by currency having sum(amount) <> 0) as unbalanced`,
  );
  if (sum?.count !== 0) faults.push("the ledger does not sum to zero");
  const twice = await world.query<{ what: string; id: string }>(
    `select 'a period is paid for twice' as what, subscription_id as id from purchase_order
       where subscription_id is not null and paid_at is not null
       group by subscription_id, period_no having count(*) > 1
     union all
     select 'two periods cover the same days', one.subscription_id from subscription_period one
       join subscription_period other on other.subscription_id = one.subscription_id and other.no > one.no
       where other.starts_at < one.ends_at`,
  );
  faults.push(...twice.map(({ what, id }) => `${what}: ${id}`));
  const differences = await world.query<{ kind: string; subject: string }>(
    "select kind, subject from recon_finding where gone_at is null",
  );
  faults.push(...differences.map(({ kind, subject }) => `reconciliation found ${kind} ${subject}`));
  const read = await world.query<{ gateway: string }>("select distinct gateway from gateway_balance");
  if (read.length !== 2) faults.push("a gateway's balance was never read");
  if (faults.length > 0) throw new Breach(faults.join("\n"), null, world.now());
}

/** The ledger is what the program sums from what its buyers did, by the gateways' published fees and rates. */
async function checkLedger(world: World, buyers: readonly Buyer[]): Promise<void> {
  const expected: ExpectedBooks = {};
  for (const { journal } of buyers) bookJournal(expected, journal);
  const [here, there] = [foldIncome(await wholeLedger(world)), foldIncome(expected)];
  const keys = new Set([...Object.keys(here), ...Object.keys(there)]);
  const faults = [...keys]
    .filter((key) => here[key] !== there[key])
    .map((key) => `the ledger has ${here[key] ?? 0} in ${key}, but ${there[key] ?? 0} were summed up`);
  if (faults.length > 0) throw new Breach(faults.join("\n"), null, world.now());
}

async function checkReceipts(world: World): Promise<void> {
  const rows = await world.query<{ series: string; gaps: number }>(
    `select series, (max(number) - min(number) + 1 - count(*))::int as gaps from receipt group by series`,
  );
  for (const { series, gaps } of rows)
    if (gaps !== 0) throw new Breach(`the numbers of series ${series} have ${gaps} gaps`, null, world.now());
}

/** Everything that a buyer was told is paid is still there: after each kill. */
export async function checkAcknowledged(world: World, buyers: readonly Buyer[]): Promise<void> {
  for (const buyer of buyers) {
    if (buyer.paid.size === 0) continue;
    const { orders } = await buyer.payments();
    const known = new Map(orders.map((order) => [order.id, order]));
    for (const id of buyer.paid) {
      const order = known.get(id);
      if (!order || !isPaid(order))
        throw buyer.breach(
          `the payment of ${id} was acknowledged, but it is ${order?.state ?? "gone"} at ${world.now().toISOString()}`,
        );
    }
  }
}

/** What each gateway holds of each buyer is what they agreed to pay, and no more. */
async function checkMoney(world: World, buyers: readonly Buyer[], follower: Follower): Promise<void> {
  const { perOrder, perNumber, charges } = await moneyOf(world);
  const twice = Object.entries(charges).filter(([, count]) => count > 1);
  if (twice.length > 0)
    throw new Breach(`charged twice: ${twice.map(([order]) => order).join(", ")}`, null, world.now());
  for (const buyer of buyers) {
    if (buyer.journal.lines.length === 0) continue;
    const { orders } = await buyer.payments();
    const there: Sums = {};
    for (const { id, number } of orders) {
      const code = number.slice(3);
      for (const [key, amount] of Object.entries({ ...perOrder.get(id), ...perNumber.get(code) }))
        there[key] = (there[key] ?? 0) + amount;
      perOrder.delete(id);
      perNumber.delete(code);
    }
    const agreed: Sums = {};
    for (const { method, currency, amount } of buyer.journal.agreed)
      add(agreed, `${method} ${currency}`, amount);
    const undecided = follower.all.find((one) => one.buyer === buyer && one.open);
    for (const key of new Set([...Object.keys(there), ...Object.keys(agreed)])) {
      const [here, gone] = [agreed[key] ?? 0, there[key] ?? 0];
      const more = undecided ? undecided.price : 0;
      if (gone !== here && gone !== here + more)
        throw buyer.breach(`agreed to ${here} ${key}, but the gateway has ${gone}`);
    }
  }
  const strangers = [...perOrder.keys(), ...perNumber.keys()];
  if (strangers.length > 0)
    throw new Breach(`money at a gateway belongs to no buyer: ${strangers.join(", ")}`, null, world.now());
}

/** Money at the gateways: by our order's id at the card gateway, by its number at PayPal. */
export async function moneyOf({ gateways }: World) {
  const perOrder = new Map<string, Sums>();
  const perNumber = new Map<string, Sums>();
  const charges: Record<string, number> = {};
  const stripe = (await gateways.card.get("/money")) as {
    charges: {
      id: string;
      payment_intent: string;
      amount: number;
      amount_refunded: number;
      currency: string;
      status: string;
    }[];
    disputes: { charge: string; amount: number; status: string }[];
    intents: { id: string; metadata: Record<string, string> }[];
  };
  const orderOf = new Map(stripe.intents.map(({ id, metadata }) => [id, metadata["order_id"] ?? id]));
  for (const {
    id,
    payment_intent: intent,
    amount,
    amount_refunded: back,
    currency,
    status,
  } of stripe.charges) {
    if (status !== "succeeded") continue;
    const lost = stripe.disputes.filter((one) => one.charge === id && one.status === "lost");
    const taken = lost.reduce((sum, one) => sum + one.amount, 0);
    const order = orderOf.get(intent) ?? intent;
    const sums = perOrder.get(order) ?? {};
    add(charges, order, 1);
    add(sums, `card ${currency.toUpperCase()}`, amount - back - taken);
    perOrder.set(order, sums);
  }
  const paypal = (await gateways.paypal.get("/money")) as {
    captures: { id: string; invoiceId: string | null; amount: number; currency: string; status: string }[];
    refunds: { captureId: string; amount: number; status: string }[];
  };
  for (const { id, invoiceId, amount, currency, status } of paypal.captures) {
    if (["PENDING", "DECLINED", "FAILED"].includes(status)) continue;
    const back = paypal.refunds
      .filter((one) => one.captureId === id && one.status !== "FAILED" && one.status !== "CANCELLED")
      .reduce((sum, one) => sum + one.amount, 0);
    const number = invoiceId?.split("-").at(-1) ?? id;
    const sums = perNumber.get(number) ?? {};
    add(charges, number, 1);
    add(sums, `paypal ${currency}`, amount - back);
    perNumber.set(number, sums);
  }
  return { perOrder, perNumber, charges };
}

function add(sums: Sums, key: string, amount: number): void {
  sums[key] = (sums[key] ?? 0) + amount;
}

/** Access and the way of renewing, as the rules have them at this moment. */
export async function checkMembership(
  world: World,
  follower: Follower,
  membership: Follower["all"][number],
): Promise<void> {
  const { buyer, ended, fate, disputed } = membership;
  // Somebody may have subscribed anew since.
  if (follower.all.findLast((one) => one.buyer === buyer) !== membership) return;
  const open = mayWatch(membership, world.now());
  if (open !== undefined) await follower.mustOpen(membership, open);
  if (ended || disputed || fate.kind === "ends" || membership.open) return;
  const seen = await follower.seen(buyer);
  if (seen.renewalMode !== "auto" || seen.cancelAtPeriodEnd)
    throw buyer.breach(`should renew by itself, but is ${seen.renewalMode}`);
}
