import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeMember } from "#test/people";
import { orderOf, payOrder, type TestShop, testShop } from "#test/purchases";
import { outlastTransactions } from "#test/waiting";

let shop: TestShop;
let support: MadeOperator;
let editor: MadeOperator;
beforeAll(async () => {
  shop = await testShop();
  support = await makeOperator(shop, "support");
  editor = await makeOperator(shop, "editor");
});
afterAll(() => shop.close());

/** Waits until nothing that moved before now is answered again. */
const calm = () => outlastTransactions(shop.database.pool);
const pollAs = async (who: MadeOperator, since?: string) =>
  (await who.call("GET", `/activity${since === undefined ? "" : `?since=${since}`}`)).info;

test("§2c: orders and tickets move for those who may see them, and an editor learns nothing of them", async () => {
  await calm();
  const seen = await pollAs(support);
  const unseen = await pollAs(editor, seen.since);
  const member = await makeMember(shop);
  const { order } = (await orderOf(member, { seriesId: shop.series.id })).info;
  const written = await shop.http.inject({
    method: "POST",
    url: "/api/contact",
    payload: { email: "ana@example.com", subject: "Sound", text: "None" },
  });
  const { ticket } = written.json().info;
  const moved = await pollAs(support, seen.since);
  expect(
    moved.changed.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`).toSorted(),
  ).toEqual([`order ${order.id}`, `ticket ${ticket}`]);
  expect(await pollAs(editor, unseen.since)).toEqual(unseen);
  // A second operator takes the ticket, and the gateway pays the order.
  await payOrder(member, order.id);
  await support.call("POST", "/tickets/assign", {
    requestKey: newId(shop.clock.now()),
    number: ticket,
    from: null,
    to: support.id,
  });
  await calm();
  const next = await pollAs(support, moved.since);
  expect(next.changed).toHaveLength(2);
  expect(next.changed[0].mark).not.toBe(moved.changed[0].mark);
  expect(await pollAs(support, next.since)).toMatchObject({ since: next.since, changed: [] });
});
