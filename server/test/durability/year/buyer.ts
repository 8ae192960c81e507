import { setTimeout as pause } from "node:timers/promises";
import type { Order, Payments, PlanList, User } from "@cliffhanger/contract";
import { type MadeMember, makeGuest, makeMember, type Person } from "#test/people";
import type { Method } from "./gateways.ts";
import { Breach, type Journal, openJournal } from "./journal.ts";
import type { World } from "./world.ts";

/** Somebody who buys in this year: their device, and the journal of what they were told. */
export interface Buyer {
  name: string;
  journal: Journal;
  /** What draws this buyer's chances. */
  random: () => number;
  currency: string;
  /** Which card is given, and which of the simulator's PayPal accounts. */
  card: string;
  payer: string;
  email: string;
  /** Whether they buy without an account, and have none yet: their purchases are known by their address alone. */
  asGuest: boolean;
  /** The orders that were acknowledged as paid, by id. */
  paid: Set<string>;
  /** The device as it is now; once registered, it signs in again where the session has ended. */
  person(): Promise<Person>;
  /** Registers an account, keeping the guest; once. */
  member(): Promise<MadeMember>;
  /** Who buys: the account, or the guest where there is to be none. */
  who(): Promise<Person>;
  /** Redeems the code of a mail's link, here or on another device, and sets a password; false where it is refused. */
  claim(code: string, elsewhere: boolean): Promise<boolean>;
  /** The same person on another device, where they are a guest. */
  onAnotherDevice(): Buyer;
  /** What GET /api/payment says. */
  payments(): Promise<Payments>;
  order(id: string): Promise<Order>;
  /** Whether a locked episode opens. */
  opens(series?: number): Promise<boolean>;
  /** Ends the year: something must never be. */
  breach(what: string): Breach;
}

/** Makes one; nobody is asked for anything yet. */
export function makeBuyer(
  world: World,
  number: number,
  given: Pick<Buyer, "name" | "random" | "currency" | "card" | "payer"> &
    Partial<Pick<Buyer, "email" | "asGuest">>,
  { journal, paid }: Pick<Buyer, "journal" | "paid"> = { journal: openJournal(world.now), paid: new Set() },
): Buyer {
  const http = { http: wire(world.origin) } as unknown as Parameters<typeof makeGuest>[0];
  const address = `10.1.${number >> 8}.${number & 255}`;
  let guest: Person | undefined;
  let member: MadeMember | undefined;
  const { email = `buyer-${number}@example.com`, asGuest = false } = given;
  const person = async () => {
    guest ??= signsInAgain(await makeGuest(http, { address }));
    return guest;
  };
  /**
   * Signs in where a session has ended, and asks again. It may end between any two calls: only what a signed-in member is
   * told says what they have.
   */
  function signsInAgain(device: Person): Person {
    const ask: Person["call"] = device.call;
    device.call = async (method, path, body) => {
      const first = await ask<never>(method, path, body);
      if (!member || first.code === 200 || (first.code !== 401 && method !== "GET")) return first;
      if (first.code !== 401 && (await ask("GET", "/api/payment")).code !== 401) return first;
      device.cookie = null;
      await ask("GET", "/api/user");
      await ask("POST", "/api/user/login", { email: member.email, password: member.password });
      return ask(method, path, body);
    };
    return device;
  }
  const buyer: Buyer = {
    ...given,
    email,
    asGuest,
    journal,
    paid,
    person,
    async member() {
      if (!member) {
        member = await makeMember(http, { email, guest: await person() });
        journal.note(`registered as ${email}`);
      }
      return member;
    },
    who: () => (buyer.asGuest ? person() : buyer.member()),
    async claim(code, elsewhere) {
      const device = elsewhere ? signsInAgain(await makeGuest(http, { address })) : await person();
      const {
        code: status,
        reason,
        info,
      } = await device.call<User>("POST", "/api/user/link/redeem", { code });
      journal.note(`redeems the mail's link ${elsewhere ? "elsewhere" : "here"}: ${reason ?? status}`);
      if (status !== 200) return false;
      if (info.kind !== "member" || info.email !== email)
        throw buyer.breach(`a link made them ${info.kind} ${info.email}`);
      guest = device;
      buyer.asGuest = false;
      member = Object.assign(device, { email, password: member?.password ?? (await setPassword(device)) });
      return true;
    },
    onAnotherDevice: () => makeBuyer(world, number, { ...given, email, asGuest: true }, { journal, paid }),
    async payments() {
      const who = await buyer.who();
      const answer = await who.call<Payments>("GET", "/api/payment");
      // A guest who has paid for nothing has no payments to see.
      if (answer.code === 401 && buyer.asGuest && paid.size === 0) return { subscription: null, orders: [] };
      if (answer.code !== 200) throw buyer.breach(`GET /api/payment answered ${JSON.stringify(answer)}`);
      return answer.info;
    },
    async order(id) {
      if (buyer.asGuest) return guestsOrder(await person(), id);
      const { orders } = await buyer.payments();
      const found = orders.find((order) => order.id === id);
      if (!found) throw buyer.breach(`the order ${id} is gone`);
      return found;
    },
    async opens(series = 0) {
      const who = await person();
      const id = world.series[series]?.episodes[2]?.id ?? "";
      return (await who.call("GET", `/api/video/episode?id=${id}`)).code === 200;
    },
    breach: (what) => new Breach(what, buyer, world.now()),
  };
  return buyer;
}

/** What is sold to a buyer in their currency. */
export async function plansOf(buyer: Buyer, seriesId?: string): Promise<PlanList> {
  // Plans are shown to everybody: where a session has ended, only the question about payments has them sign in again.
  if (!buyer.asGuest) await buyer.payments();
  const who = await buyer.who();
  const series = seriesId === undefined ? "" : `&seriesId=${seriesId}`;
  return (await who.call<PlanList>("GET", `/api/plan?currency=${buyer.currency}${series}`)).info;
}

/** An order as a guest sees it, who is shown it before it is paid. */
async function guestsOrder(device: Person, id: string): Promise<Order> {
  const answer = await device.call<Order>("GET", `/api/payment?orderId=${id}`);
  if (answer.code !== 200) throw new Error(`A guest's order was answered ${JSON.stringify(answer)}`);
  return answer.info;
}

/** Chooses a password, as a member is asked to whom a link has made one. */
async function setPassword(device: Person): Promise<string> {
  const chosen = "a long salt road";
  const words = { password: "", newPassword: chosen, repeatPassword: chosen };
  const answer = await device.call("POST", "/api/user/password", words);
  if (answer.code !== 200) throw new Error(`A password was refused: ${JSON.stringify(answer)}`);
  return chosen;
}

/** Whether an order was paid, whatever became of its money since. */
export const isPaid = ({ state }: Pick<Order, "state">) =>
  state === "paid" || state === "partially_refunded" || state === "refunded" || state === "disputed";

type Ask = {
  method: string;
  url: string;
  headers: Record<string, string>;
  remoteAddress?: string;
  payload?: string;
};

/** The wire to the site in the place of `inject`; a broken connection is tried again, as a person would reload. */
function wire(origin: string) {
  return {
    async inject({ method, url, headers, remoteAddress, payload }: Ask) {
      for (let tries = 0; ; tries++) {
        const answer = await fetch(`${origin}${url}`, {
          method,
          redirect: "manual",
          headers: { ...headers, ...(remoteAddress ? { "x-forwarded-for": remoteAddress } : {}) },
          ...(payload === undefined ? {} : { body: payload }),
        }).catch(() => null);
        const text = answer ? await answer.text().catch(() => null) : null;
        if (answer && text !== null && ![0, 500, 502, 503].includes(answer.status)) {
          const set = answer.headers.getSetCookie().find((one) => one.startsWith("sid="));
          const all = Object.fromEntries(answer.headers);
          return {
            statusCode: answer.status,
            headers: { ...all, ...(set ? { "set-cookie": set } : {}) },
            json: () => JSON.parse(text) as unknown,
          };
        }
        if (tries >= 2400)
          throw new Error(`${method} ${url} answered ${answer?.status}: ${text?.slice(0, 300)}`);
        await pause(250);
      }
    },
  };
}

/** What a gateway calls the payment of an order, found there by the order's number. */
export async function paymentAt(
  { gateways }: World,
  method: Method,
  order: Order,
): Promise<{ id: string; customer: string | null }> {
  if (method === "card") {
    const { intents } = (await gateways.card.get("/money")) as {
      intents: { id: string; customer: string | null; charges: number; metadata: Record<string, string> }[];
    };
    const intent = intents.find(({ charges, metadata }) => charges > 0 && metadata["order_id"] === order.id);
    if (!intent) throw new Error(`No payment of ${order.number} at the card gateway`);
    return intent;
  }
  const { captures } = (await gateways.paypal.get("/money")) as {
    captures: { id: string; invoiceId: string | null; status: string }[];
  };
  const capture = captures.find(({ invoiceId }) => invoiceId?.endsWith(order.number.slice(3)));
  if (!capture) throw new Error(`No payment of ${order.number} at PayPal`);
  return { id: capture.id, customer: null };
}
