import type { Order, Subscription } from "@cliffhanger/contract";
import { type Agenda, after, day, hour, minute } from "./agenda.ts";
import { type Buyer, paymentAt } from "./buyer.ts";
import type { Method } from "./gateways.ts";
import { payByLink } from "./purchase.ts";
import type { World } from "./world.ts";

/**
 * What becomes of one renewal. `refused`: the bank says no so often and then yes, or never yes again. `asks`: it is not tried
 * again, and the owner pays by the link a day later. `mended`: the bank says no, and the owner gives another method at midnight,
 * which is charged at once. `slow`: it goes through, but only so many hours later. `ends`: nothing is
 * charged, because it was cancelled or cannot be charged by itself.
 */
export type Fate =
  | { kind: "renews" }
  | { kind: "refused"; times: number }
  | { kind: "asks"; how: "stolen_card" | "authentication_required" | "account" }
  | { kind: "mended"; by: (membership: Membership) => Promise<void> }
  | { kind: "slow"; hours: number; before?: () => Promise<void>; behind?: () => Promise<void> }
  | { kind: "ends" };

/** A membership as its owner was told of it, with what the specification makes of it. */
export interface Membership {
  buyer: Buyer;
  method: Method;
  days: number;
  price: number;
  /** What the present period is worth to its owner: what was paid for it, and the unused part that was counted towards it. */
  value: number;
  /** The plan that was chosen for the coming period. */
  next: { days: number; price: number } | null;
  course: Course;
  /** The period that is paid for; it ends at the moment that the site told. */
  no: number;
  until: Date;
  fate: Fate;
  /** A bank asks about its money: nothing opens. */
  disputed: boolean;
  /** When access ended for good. */
  ended: Date | null;
  /** Whether a renewal is being waited for whose end is not known yet. */
  open: boolean;
  last: Order;
}

/** What a story decides about a membership. */
export interface Course {
  /** The fate of the renewal after this period. */
  fate(membership: Membership): Fate;
  /** Something happens in the new period. */
  begun?(membership: Membership): void;
  /** The membership has ended. */
  over?(membership: Membership): void;
}

/** What a change to a plan of this price costs at a moment: its price less what is left of the present period's worth. */
export function chargeOf(
  { value, until, days }: Pick<Membership, "value" | "until" | "days">,
  price: number,
  at: Date,
): number {
  const left = BigInt(until.getTime() - at.getTime());
  return price - Number((BigInt(value) * left) / BigInt(days * day));
}

/** How long episodes open while a renewal is not paid: at most half a period and a week, at least six hours. */
export function graceOf(days: number): number {
  return Math.max(6 * hour, Math.min(7, Math.floor(days / 2)) * day);
}

/** Whether every episode must open at a moment, by the rules; undefined within minutes of a change. */
export function mayWatch(membership: Membership, at: Date): boolean | undefined {
  const { until, ended, disputed, fate, days } = membership;
  if (ended) return false;
  if (disputed) return false;
  const near = (moment: Date) => Math.abs(at.getTime() - moment.getTime()) < 10 * minute;
  const last = fate.kind === "ends" ? until : after(until, graceOf(days));
  if (near(last) || (fate.kind === "ends" && near(until))) return undefined;
  return at < last;
}

/** Follows memberships through the year: what must be true before and after each end of a period. */
export class Follower {
  readonly all: Membership[] = [];
  private readonly world: World;
  private readonly agenda: Agenda;

  constructor(world: World, agenda: Agenda) {
    this.world = world;
    this.agenda = agenda;
  }

  /** Takes up a membership that was just paid for, as its owner is told of it. */
  async begin(buyer: Buyer, order: Order, days: number, method: Method, course: Course): Promise<Membership> {
    const seen = await this.paidFor(buyer, order, days);
    const membership: Membership = {
      buyer,
      method,
      days,
      price: order.total.amount,
      value: order.total.amount,
      next: null,
      course,
      no: 1,
      until: new Date(seen.renewsAt),
      fate: { kind: "renews" },
      disputed: false,
      ended: null,
      open: false,
      last: order,
    };
    this.all.push(membership);
    await this.mustOpen(membership, true);
    this.plan(membership, course);
    return membership;
  }

  /** Whether a renewal is due by a moment whose outcome is not known. */
  isWaiting(by: Date): boolean {
    return this.all.some(
      ({ open, ended, fate, until }) => open || (!ended && fate.kind !== "ends" && until <= by),
    );
  }

  /** A period that begins with its payment lasts so many days from then. */
  private async paidFor(buyer: Buyer, { paidAt }: Order, days: number): Promise<Subscription> {
    const seen = await this.seen(buyer);
    const until = after(new Date(paidAt ?? Number.NaN), days * day);
    if (Math.abs(new Date(seen.renewsAt).getTime() - until.getTime()) > 2000)
      throw buyer.breach(`paid at ${paidAt} for ${days} days, but the period ends at ${seen.renewsAt}`);
    if (seen.renewalMode !== "auto") throw buyer.breach("a saved method does not renew by itself");
    return seen;
  }

  /** Takes up a change to a dearer plan that was just paid for: its first period has begun. */
  async upgraded(
    membership: Membership,
    order: Order,
    { days, price }: { days: number; price: number },
  ): Promise<void> {
    const { buyer, course, no } = membership;
    const seen = await this.paidFor(buyer, order, days);
    if (seen.nextCharge?.amount !== price)
      throw buyer.breach(`the new plan costs ${price}, but ${seen.nextCharge?.amount} is to be charged next`);
    const until = new Date(seen.renewsAt);
    // What was counted towards it and what was charged come to its whole price.
    Object.assign(membership, { days, price, value: price, no: no + 1, until, last: order });
    await this.mustOpen(membership, true);
    this.plan(membership, course);
  }

  /** What the owner is told of their membership. */
  async seen(buyer: Buyer): Promise<Subscription> {
    const { subscription } = await buyer.payments();
    if (!subscription) throw buyer.breach("a membership that was paid for is not there");
    return subscription;
  }

  async mustOpen({ buyer }: Membership, open: boolean): Promise<void> {
    if ((await buyer.opens()) !== open)
      throw buyer.breach(open ? "lost access that was paid for" : "has access that was not paid for");
  }

  /** Puts down what the end of the present period brings. */
  private plan(membership: Membership, course: Course): void {
    course.begun?.(membership);
    membership.fate = course.fate(membership);
    const { until, no } = membership;
    // What was decided here may change until then: by a cancellation, a refund or a dispute.
    const still = () => membership.no === no && !membership.ended;
    const at = (ms: number, what: string, run?: (fate: Fate) => Promise<void>) =>
      this.agenda.at(after(until, ms), `${membership.buyer.name}: ${what}`, async () => {
        if (still()) await run?.(membership.fate);
      });
    at(-3 * minute, "before the end of a period", (fate) => this.prepare(membership, fate));
    at(6 * minute, "after the end of a period", async (fate) => {
      membership.open = fate.kind !== "ends";
      if (fate.kind === "slow") await fate.behind?.();
      const open = fate.kind !== "ends" && !membership.disputed;
      await this.mustOpen(membership, open);
    });
    at(8 * hour, "outcome", async (fate) => {
      if (fate.kind === "ends") return this.end(membership, course, "cancelled");
      if (fate.kind === "renews") return this.renewed(membership, course);
      this.followUp(membership, course, fate, still);
    });
  }

  private followUp(membership: Membership, course: Course, fate: Fate, still: () => boolean): void {
    const { until, days, buyer } = membership;
    const at = (ms: number, what: string, run?: () => Promise<void>) =>
      this.agenda.at(after(until, ms), `${buyer.name}: ${what}`, async () => {
        if (still()) await run?.();
      });
    // The days on which a refused charge is tried again; the last one five minutes before grace ends.
    if (fate.kind === "refused")
      for (const no of [1, 3, 5, 7]) {
        at(no * day - 3 * minute, "before a try");
        at(no * day + 6 * minute, "after a try");
      }
    switch (fate.kind) {
      case "renews":
      case "ends":
        return;
      case "slow":
        for (let hours = 8; hours < fate.hours; hours += 12) at(hours * hour, "waits");
        at(fate.hours * hour, "renewed late", () => this.renewed(membership, course));
        return;
      case "refused":
        if (fate.times < 3)
          at((fate.times === 1 ? 1 : 3) * day + hour, "recovered", () => this.renewed(membership, course));
        else at(graceOf(days) + hour, "never paid", () => this.end(membership, course, "expired"));
        return;
      case "asks":
        at(day, "pays by link", async () => {
          const { payOrderId, state } = await this.seen(buyer);
          if (state !== "past_due" || payOrderId === null)
            throw buyer.breach(`a refused membership is ${state} with ${payOrderId} to pay`);
          buyer.card = "pm_card_mastercard";
          await payByLink(this.world, buyer, payOrderId);
          membership.method = "card";
        });
        at(day + hour, "paid by link", () => this.renewed(membership, course, { byLink: true }));
        return;
      case "mended":
        at(12 * hour, "gives another method", () => fate.by(membership));
        at(13 * hour, "charged at once", () => this.renewed(membership, course));
    }
  }

  /** Tells the bank what to say, for as long as the fate wants it. */
  private async prepare(membership: Membership, fate: Fate): Promise<void> {
    const { method, last } = membership;
    if (fate.kind === "slow") return fate.before?.();
    if (fate.kind !== "refused" && fate.kind !== "asks" && fate.kind !== "mended") return;
    if (fate.kind === "asks" && fate.how === "account") return;
    const times = fate.kind === "refused" ? fate.times : 1;
    if (method === "paypal") {
      await this.world.gateways.paypal.post("/captures/merchant-initiated/next", {
        issue: "INSTRUMENT_DECLINED",
        n: times,
      });
      return;
    }
    const { customer } = await paymentAt(this.world, "card", last);
    await this.world.gateways.card.post("/declines", {
      of: customer,
      outcome: fate.kind === "asks" ? fate.how : "insufficient_funds",
      offSession: true,
      n: times,
    });
  }

  private async renewed(membership: Membership, course: Course, { byLink = false } = {}): Promise<void> {
    const { buyer, until, method, next } = membership;
    const { days, price } = next ?? membership;
    const seen = await this.seen(buyer);
    const expected = after(until, days * day);
    if (seen.state !== "active" || seen.renewsAt !== expected.toISOString())
      throw buyer.breach(
        `period ${membership.no + 1} should run to ${expected.toISOString()}, but it is ${seen.state} to ${seen.renewsAt}`,
      );
    if (seen.renewalMode !== "auto") throw buyer.breach("stopped renewing by itself");
    const { orders } = await buyer.payments();
    const order = orders.find(
      ({ kind, paidAt }) => kind === "renewal" && paidAt !== null && new Date(paidAt) >= until,
    );
    if (!order) throw buyer.breach("a renewed period has no paid order");
    buyer.paid.add(order.id);
    const { currency } = order.total;
    if (!byLink) buyer.journal.agree({ method, currency, amount: price, what: `renewal ${order.number}` });
    Object.assign(membership, { days, price, value: price, next: null, last: order });
    membership.no += 1;
    membership.until = expected;
    membership.open = false;
    await this.mustOpen(membership, !membership.disputed);
    this.plan(membership, course);
  }

  private async end(membership: Membership, course: Course, state: "cancelled" | "expired"): Promise<void> {
    const { buyer } = membership;
    const seen = await this.seen(buyer);
    if (seen.state !== state)
      throw buyer.breach(`should be ${state}, but is ${seen.state} to ${seen.renewsAt}`);
    this.endNow(membership, state);
    await this.mustOpen(membership, false);
    if (state === "expired" && membership.method === "card") await this.endRefusals(membership);
    course.over?.(membership);
  }

  /** The bank stops refusing the customer, who may come back with another card. */
  private async endRefusals({ last }: Membership): Promise<void> {
    const { customer } = await paymentAt(this.world, "card", last);
    await this.world.gateways.card.post("/declines/clear", { of: customer });
  }

  /** Notes that a membership has ended: nothing is charged any more. */
  endNow(membership: Membership, how: string): void {
    membership.ended = this.world.now();
    membership.open = false;
    membership.buyer.journal.note(`the membership has ended: ${how}`);
  }
}
