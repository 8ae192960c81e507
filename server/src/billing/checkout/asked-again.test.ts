import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import { headersOf, type MadeMember, makeMember } from "#test/people";
import { type Bought, payOrder, type TestShop, testShop } from "#test/purchases";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

/** Orders the series of the shop from an episode, on a page in a language. */
async function orderOn(
  member: MadeMember,
  {
    language,
    episode,
    clientToken = randomWord(16),
  }: { language: string; episode: number; clientToken?: string },
) {
  const headers = { ...headersOf(member), "accept-language": language };
  const ask = async (method: "GET" | "POST", url: string, payload?: object) =>
    (await shop.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })).json();
  const { consent } = (await ask("GET", "/api/plan")).info;
  const { info } = await ask("POST", "/api/payment/order", {
    kind: "unlock",
    seriesId: shop.series.id,
    episodeId: shop.series.episodes[episode - 1]?.id,
    method: "card",
    clientToken,
    consent: { version: consent.version, accepted: true },
  });
  return { ...(info as Bought), terms: consent.unlockText as string };
}

async function storedOf(orderId: string) {
  const { rows } = await shop.database.pool.query(
    `select o.language, consent_text as terms, episode_id as episode, r.content ->> 'language' as receipt
    from purchase_order o left join receipt r on r.order_id = o.id where o.id = $1`,
    [orderId],
  );
  return rows[0];
}

test.each([
  ["another tab", () => randomWord(16)],
  ["the same tab", () => "a-token-of-this-tab"],
])(
  "case 2, R9: an order that is asked for again in %s has the language, the terms and the episode of that page",
  async (_, token) => {
    const member = await makeMember(shop);
    const first = await orderOn(member, { language: "en", episode: 3, clientToken: token() });
    const again = await orderOn(member, { language: "de", episode: 5, clientToken: token() });
    expect(again.order.id).toBe(first.order.id);
    expect(again.terms).not.toBe(first.terms);
    expect(again.order.episodeId).toBe(shop.series.episodes[4]?.id);
    expect((await payOrder(member, again.order.id)).info.order.state).toBe("paid");
    expect(await storedOf(again.order.id)).toEqual({
      language: "de",
      terms: again.terms,
      episode: shop.series.episodes[4]?.id,
      receipt: "de",
    });
  },
);
