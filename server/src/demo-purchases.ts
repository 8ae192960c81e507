import type { Homepage, Order, PlanList } from "@cliffhanger/contract";
import type { Http } from "#platform/http/server";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";

/** A demo account and what it buys. */
export interface DemoBuyer {
  email: string;
  password: string;
  buys: "membership" | "series";
  /** The site's address if it is set: requests to other hosts are refused then. */
  origin?: string | null;
}

type Ask = <T>(method: "GET" | "POST", path: string, body?: object) => Promise<T>;

/** A card that the Stripe simulator always accepts, as the card field returns it. */
const goodCard = "pm_card_visa";

/** Makes the purchase of a demo account through the API, as a browser does; failures are only logged. */
export async function buyForDemo(http: Http, log: Log, buyer: DemoBuyer): Promise<void> {
  try {
    const { ask, leave } = await signIn(http, buyer);
    const { state } = await buy(ask, buyer);
    await leave();
    if (state !== "paid")
      log.warn({ buyer: buyer.email, state }, "Demo purchase not paid; this account starts without it");
  } catch (error) {
    log.warn(
      { buyer: buyer.email, reason: (error as Error).message },
      "Demo purchase failed; this account starts without it",
    );
  }
}

async function buy(ask: Ask, { email, buys }: DemoBuyer): Promise<Order> {
  const seriesId = buys === "series" ? await firstToUnlock(ask) : null;
  const { plans, consent } = await ask<PlanList>("GET", "/api/plan");
  const plan = plans.find(({ periodDays }) => periodDays === 30) ?? plans[0];
  const { order } = await ask<{ order: Order }>("POST", "/api/payment/order", {
    ...(seriesId === null ? { kind: "subscribe", planId: plan?.id } : { kind: "unlock", seriesId }),
    method: "card",
    clientToken: randomWord(12),
    consent: { version: consent.version, accepted: true },
  });
  const paid = await ask<{ order: Order }>("POST", "/api/payment/pay", {
    method: "card",
    orderId: order.id,
    paymentMethod: goodCard,
    firstName: "Demo",
    lastName: "Viewer",
    email,
  });
  return paid.order;
}

async function firstToUnlock(ask: Ask): Promise<string> {
  const { featured } = await ask<Homepage>("GET", "/api/homepage");
  const series = featured.list.find(({ episodeCount, freeEpisodeCount }) => episodeCount > freeEpisodeCount);
  if (!series) throw new Error("No series has a locked episode.");
  return series.id;
}

async function signIn(
  http: Http,
  { email, password, origin = null }: DemoBuyer,
): Promise<{ ask: Ask; leave(): Promise<void> }> {
  let cookie = "";
  const ask: Ask = async (method, url, body) => {
    const response = await http.inject({
      method,
      url,
      ...(origin === null ? {} : { authority: new URL(origin).host }),
      headers: { ...(cookie ? { cookie } : {}), ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    const set = [response.headers["set-cookie"] ?? []].flat().find((one) => one.startsWith("sid="));
    if (set) cookie = set.split(";", 1)[0] ?? "";
    const { code, message, info } = response.json<{ code: number; message: string; info: never }>();
    if (code !== 200) throw new Error(message);
    return info;
  };
  await ask("POST", "/api/user/login", { email, password });
  return { ask, leave: () => ask("POST", "/api/user/logout", {}) };
}
