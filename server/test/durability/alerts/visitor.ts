import type { Order, PlanList } from "@cliffhanger/contract";
import { randomWord } from "#platform/ids";
import { type MadeMember, makeGuest, makeMember, type Person } from "#test/people";
import { timeLimit } from "../../../../tools/time-limit.ts";

type Ask = { method: string; url: string; headers: Record<string, string>; payload?: string };
type Node = Parameters<typeof makeGuest>[0];

/** Calls a server over the network in the place of `inject`. A call without an answer has the status 0. */
function wire(origin: string): Node {
  const inject = async ({ method, url, headers, payload }: Ask) => {
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: payload }),
      signal: AbortSignal.timeout(timeLimit(20)),
    }).catch(() => null);
    const text = (await answer?.text().catch(() => null)) ?? "{}";
    const set = answer?.headers.getSetCookie().find((one) => one.startsWith("sid="));
    return {
      statusCode: answer?.status ?? 0,
      headers: { ...Object.fromEntries(answer?.headers ?? []), ...(set ? { "set-cookie": set } : {}) },
      json: () => JSON.parse(text.startsWith("{") ? text : "{}") as unknown,
    };
  };
  return { http: { inject } } as unknown as Node;
}

/** A visitor of a server without an account. */
export const guestAt = (origin: string): Promise<Person> => makeGuest(wire(origin));
/** A visitor of a server with an account. */
export const memberAt = (origin: string): Promise<MadeMember> => makeMember(wire(origin));

/** Opens pages at each server, each second one and without waiting for answers, until it is stopped. */
export async function openTraffic(origins: readonly string[]): Promise<{ stop(): void }> {
  const members = await Promise.all(origins.map(memberAt));
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    for (const member of members)
      void member.call("GET", turn % 2 === 0 ? "/api/user" : "/api/payment").catch(() => undefined);
  }, 1_000);
  return { stop: () => clearInterval(timer) };
}

/** Lets more visitors than a server has connections to its database open a page again and again, until it is stopped. */
export async function openCrowd(origin: string): Promise<{ stop(): Promise<unknown> }> {
  const member = await memberAt(origin);
  let isThere = true;
  const visit = async () => {
    while (isThere) await member.call("GET", "/api/payment").catch(() => undefined);
  };
  const visits = Array.from({ length: 16 }, visit);
  return {
    stop() {
      isThere = false;
      return Promise.all(visits);
    },
  };
}

/** Orders a membership by card; returns the order. */
export async function order(member: MadeMember): Promise<Order> {
  const { info: list } = await member.call<PlanList>("GET", "/api/plan");
  const { code, info, reason } = await member.call<{ order: Order }>("POST", "/api/payment/order", {
    kind: "subscribe",
    planId: list.plans[0]?.id,
    method: "card",
    clientToken: randomWord(16),
    consent: { version: list.consent.version, accepted: true },
  });
  if (code !== 200) throw new Error(`Nothing could be ordered: ${reason}`);
  return info.order;
}

/** Pays an order by a card; returns the order's state, or why the site refuses. */
export async function pay(member: MadeMember, { id }: Order): Promise<string> {
  const answer = await member.call<{ order?: Order }>("POST", "/api/payment/pay", {
    orderId: id,
    method: "card",
    paymentMethod: "pm_card_visa",
    firstName: "Ada",
    lastName: "Lovelace",
    email: member.email,
  });
  return answer.info?.order?.state ?? `${answer.status} ${answer.reason}`;
}
