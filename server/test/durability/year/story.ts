import type { Order, Withdrawal } from "@cliffhanger/contract";
import { type Agenda, after, day, hour, minute } from "./agenda.ts";
import { type Buyer, isPaid, paymentAt } from "./buyer.ts";
import type { Method } from "./gateways.ts";
import type { Disputed } from "./journal.ts";
import type { Course, Fate, Follower, Membership } from "./membership.ts";
import { buy, type Wish } from "./purchase.ts";
import type { World } from "./world.ts";

/** Where a story takes place, and what was drawn for it. */
export interface Stage {
  world: World;
  agenda: Agenda;
  follower: Follower;
  buyer: Buyer;
  method: Method;
  days: number;
  /** What this year has seen so far, by its name. */
  counts: Record<string, number>;
}

/** The usual end of a period. */
export const renews: Fate = { kind: "renews" };
/** A course on which every period is renewed, but for one after the period of that number. */
export function once(no: number, fate: Fate): Course {
  return { fate: (membership) => (membership.no === no ? fate : renews) };
}

/** Counts something for the report. */
export function count({ counts }: Pick<Stage, "counts">, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** Lets a gateway's buyer act only while that gateway is there. */
export async function whenThere(stage: Stage, method: Method, run: () => Promise<void>): Promise<void> {
  const { world, agenda, buyer } = stage;
  if (world.gateways[method].isUp()) return run();
  agenda.at(after(world.now(), hour), `${buyer.name}: tries again`, () => whenThere(stage, method, run));
}

/** Lets a buyer go on after so many milliseconds, once their gateway is there. */
export function later(stage: Stage, ms: number, what: string, run: () => Promise<void>): void {
  stage.agenda.at(after(stage.world.now(), ms), `${stage.buyer.name}: ${what}`, () =>
    whenThere(stage, stage.method, run),
  );
}

/** Buys a membership, and follows it on its course from then on. */
export async function subscribe(
  stage: Stage,
  course: Course,
  wish: Partial<Wish> = {},
): Promise<Membership | null> {
  const { world, buyer, days, method, follower } = stage;
  const order = await buy(world, buyer, { days, method, ...wish });
  if (!isPaid(order)) return null;
  count(stage, "memberships bought");
  return follower.begin(buyer, order, wish.days ?? days, wish.method ?? method, course);
}

/** Unlocks a series; returns its order. */
export async function unlock(stage: Stage, series: number, wish: Partial<Wish> = {}): Promise<Order> {
  const { world, buyer, method } = stage;
  if (await buyer.opens(series)) throw buyer.breach("a series is open before it was paid for");
  const order = await buy(world, buyer, { series, method, ...wish });
  if (!isPaid(order)) throw buyer.breach(`an unlock was not paid: ${order.state}`);
  count(stage, "series unlocked");
  await seriesMust(stage, series, true);
  return order;
}

/** Checks whether a series is open as it must be. */
export async function seriesMust({ buyer }: Stage, series: number, open: boolean): Promise<void> {
  if ((await buyer.opens(series)) !== open)
    throw buyer.breach(open ? "lost a series that was paid for" : "has a series that was not paid for");
}

/** Gives an order's money back by the operator's command; a part of it where `amount` is given. */
export async function refund(stage: Stage, order: Order, amount?: number): Promise<void> {
  const { world, buyer } = stage;
  const { currency } = order.total;
  const part = amount === undefined ? [] : [(amount / 100).toFixed(2), currency];
  await world.command("refund-command.ts", [order.number, ...part]);
  count(stage, amount === undefined ? "refunds, whole" : "refunds, part");
  goesBack(buyer, order, amount ?? order.total.amount, "refund");
  await world.settle();
}

/** The same at the gateway's own dashboard. */
export async function refundAtGateway(stage: Stage, order: Order): Promise<void> {
  const { world, buyer } = stage;
  const { id } = await paymentAt(world, order.method, order);
  const path = order.method === "card" ? `/charges/${id}/refund` : `/captures/${id}/refund`;
  await world.gateways[order.method].post(path);
  count(stage, "refunds at a gateway's dashboard");
  goesBack(buyer, order, order.total.amount, "refund at the gateway");
}

/** Notes that money of an order goes back. */
export function goesBack(
  { journal }: Buyer,
  { method, total, number }: Order,
  amount: number,
  what: string,
): void {
  const lost = what === "lost dispute";
  journal.agree({ method, currency: total.currency, amount: -amount, what: `${what} of ${number}`, lost });
}

/** The buyer's bank asks for the money back; decided ten days later. `changed` hears of both. */
export async function dispute(
  stage: Stage,
  order: Order,
  outcome: "won" | "lost",
  changed: (state: "open" | "won" | "lost") => Promise<void>,
): Promise<void> {
  const { world, agenda, buyer } = stage;
  const { method } = order;
  const { id } = await paymentAt(world, method, order);
  const gateway = world.gateways[method];
  const opened = (await (method === "card"
    ? gateway.post(`/charges/${id}/dispute`)
    : gateway.post("/disputes", { captureId: id, stage: "CHARGEBACK" }))) as { id: string };
  buyer.journal.note(`disputes ${order.number}`);
  const asked: Disputed = { method, ...amountOf(order), state: "open" };
  buyer.journal.disputes.push(asked);
  const heard = after(world.now(), 4 * hour);
  for (const ms of [10 * minute, 2 * hour]) agenda.at(after(world.now(), ms), "a dispute is heard of");
  agenda.at(heard, `${buyer.name}: in dispute`, () => changed("open"));
  const close = async () => {
    await gateway.post(method === "card" ? `/disputes/${opened.id}/close` : `/disputes/${opened.id}`, {
      outcome,
    });
    asked.state = outcome;
    count(stage, `disputes ${outcome}`);
    buyer.journal.note(`the dispute of ${order.number} is ${outcome}`);
    if (outcome === "lost") goesBack(buyer, order, order.total.amount, "lost dispute");
    const now = world.now();
    for (const ms of [10 * minute, 2 * hour]) agenda.at(after(now, ms), "a decision is heard of");
    agenda.at(after(now, 4 * hour), `${buyer.name}: dispute ${outcome}`, () => changed(outcome));
  };
  agenda.at(after(world.now(), 10 * day), `${buyer.name}: dispute decided`, () =>
    whenThere(stage, method, close),
  );
}

const amountOf = ({ total: { amount, currency } }: Order) => ({ amount, currency });

/** The buyer's bank warns of fraud; the money goes back by itself, at once or when the gateway's events are read. */
export async function warnOfFraud(stage: Stage, order: Order, heard: () => Promise<void>): Promise<void> {
  const { world, agenda, buyer } = stage;
  const { id } = await paymentAt(world, "card", order);
  await world.gateways.card.post(`/charges/${id}/fraud-warning`);
  count(stage, "early fraud warnings");
  goesBack(buyer, order, order.total.amount, "refund after the bank's warning");
  for (const ms of [10 * minute, 2 * hour]) agenda.at(after(world.now(), ms), "a warning is heard of");
  agenda.at(after(world.now(), 4 * hour), `${buyer.name}: the bank has warned`, async () => {
    const { state } = await buyer.order(order.id);
    if (state !== "refunded") throw buyer.breach(`a bank warned of ${order.number}, but it is ${state}`);
    await heard();
  });
}

/** Withdraws from an order whose purchase was never used: in two steps, and the whole amount goes back. */
export async function withdraw(stage: Stage, order: Order): Promise<void> {
  const { world, buyer } = stage;
  const who = await buyer.who();
  for (const step of ["ask", "confirm"]) {
    const answer = await who.call<{ withdrawal: Withdrawal }>("POST", "/api/payment/withdraw", {
      orderId: order.id,
      step,
    });
    const { outcome, amount } = answer.info?.withdrawal ?? {};
    if (answer.code !== 200 || outcome !== "whole" || amount?.amount !== order.total.amount)
      throw buyer.breach(`a withdrawal (${step}) was answered ${JSON.stringify(answer)}`);
  }
  count(stage, "withdrawals");
  goesBack(buyer, order, order.total.amount, "withdrawal");
  await world.settle();
}

/** Cancels a membership by the public call, or resumes it. */
export async function cancel(stage: Stage, membership: Membership, undo = false): Promise<void> {
  const { buyer } = stage;
  const who = await buyer.who();
  const answer = await who.call("POST", "/api/payment/cancel", undo ? { undo: true } : {});
  if (answer.code !== 200) throw buyer.breach(`cancelling was refused: ${JSON.stringify(answer)}`);
  buyer.journal.note(undo ? "took the cancellation back" : "cancelled");
  membership.fate = undo ? renews : { kind: "ends" };
  count(stage, undo ? "cancellations taken back" : "cancellations");
}
