import type { Trx } from "#platform/db/database";
import { type Channel, countChannels, findChannel, insertChannel } from "./repository.ts";
import type { Touch } from "./touch.ts";

/** Channels that are new in a day; who makes up more campaigns than that is one of many. */
const MOST_A_DAY = 5_000;

/** What reports tell a touch by. */
export function channelOf({ kind, utm, token, language }: Touch): Channel {
  return { kind, campaign: utm.campaign ?? "", token: token ?? "", language };
}

/** The number of a channel, given now where it has none. */
export async function numberOf(trx: Trx, channel: Channel, at: Date): Promise<number> {
  const known = await findChannel(trx, channel);
  if (known !== undefined) return known;
  const day = at.toISOString().slice(0, 10);
  const full = (await countChannels(trx, day)) >= MOST_A_DAY;
  const kept = full ? { ...channel, campaign: channel.campaign && "(others)", token: "" } : channel;
  await insertChannel(trx, kept, day);
  const id = await findChannel(trx, kept);
  if (id === undefined) throw new Error("A channel is gone that was just there");
  return id;
}
