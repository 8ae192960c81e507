import type { Trx } from "#platform/db/database";
import { type Channel, countChannels, findChannel, insertChannel } from "./repository.ts";
import type { Touch } from "./touch.ts";

/** Maximum number of new channels per day. Further campaigns are stored as one channel. */
const MAX_PER_DAY = 5_000;

/** Returns the properties that reports group a touch by. */
export function channelOf({ kind, utm, token, language }: Touch): Channel {
  return { kind, campaign: utm.campaign ?? "", token: token ?? "", language };
}

/** Returns the number of a channel, creating it if needed. */
export async function numberOf(trx: Trx, channel: Channel, at: Date): Promise<number> {
  const known = await findChannel(trx, channel);
  if (known !== undefined) return known;
  const day = at.toISOString().slice(0, 10);
  const full = (await countChannels(trx, day)) >= MAX_PER_DAY;
  const stored = full ? { ...channel, campaign: channel.campaign && "(others)", token: "" } : channel;
  await insertChannel(trx, stored, day);
  const id = await findChannel(trx, stored);
  if (id === undefined) throw new Error("A channel is gone that was just there");
  return id;
}
