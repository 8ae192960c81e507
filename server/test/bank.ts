import type { Order } from "@cliffhanger/contract";
import { expect } from "vitest";
import { makeSeries } from "./factories.ts";
import type { TestMoney } from "./money.ts";
import { type MadeMember, makeMember } from "./people.ts";
import { orderOf, payOrder } from "./purchases.ts";

/** A series that a member unlocked by card. */
export interface Unlock {
  member: MadeMember;
  seriesId: string;
  /** An episode that is not free. */
  episodeId: string;
  /** The order's id and its number. */
  id: string;
  number: string;
  /** The gateway's id of the payment. */
  remoteId: string;
  /** Returns whether that episode is open to the member now. */
  isOpen(): Promise<boolean>;
  /** Returns the order's state as the member sees it. */
  seen(): Promise<Order["state"]>;
}

/** Lets a member, a new one unless one is given, unlock a new series. */
export async function unlockSeries(app: TestMoney, owner?: MadeMember): Promise<Unlock> {
  const member = owner ?? (await makeMember(app));
  const series = await makeSeries(app, { free: 1, episodes: 3 });
  const { info } = await orderOf(member, { seriesId: series.id });
  const { id, number } = info.order;
  await payOrder(member, id);
  const episodeId = series.episodes[2]?.id ?? "";
  return {
    member,
    seriesId: series.id,
    episodeId,
    id,
    number,
    remoteId: await paymentOf(app, id),
    isOpen: async () => (await member.call("GET", `/api/video/episode?id=${episodeId}`)).code === 200,
    seen: async () => (await member.call<Order>("GET", `/api/payment?orderId=${id}`)).info.state,
  };
}

/** Returns the gateway's id of an order's payment. */
export async function paymentOf({ database }: TestMoney, orderId: string): Promise<string> {
  const { rows } = await database.pool.query<{ remote_id: string }>(
    "select remote_id from payment where order_id = $1",
    [orderId],
  );
  if (!rows[0]) throw new Error(`Nothing was paid for the order ${orderId}.`);
  return rows[0].remote_id;
}

/** Triggers an event on a payment at the bank, then receives and processes the webhook of the given type that reports it. */
export async function atBank(
  app: TestMoney,
  remoteId: string,
  type: string,
  [path, body]: [path: string, body?: object],
): Promise<void> {
  const events = async () => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      "select count(*)::int from webhook_inbox where subject::text like '%' || $1 || '%' and type = $2",
      [remoteId, type],
    );
    return rows[0]?.count ?? 0;
  };
  const before = await events();
  await app.stripe.post(path, body);
  await expect.poll(events).toBeGreaterThan(before);
  await app.work();
}
