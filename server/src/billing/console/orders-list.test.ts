import { afterAll, beforeAll, expect, test } from "vitest";
import { unlockSeries } from "#test/bank";
import { type MadeOperator, makeOperator } from "#test/console";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { sentStatements } from "#test/sent-statements";

let shop: TestMemberships;
let support: MadeOperator;
beforeAll(async () => {
  shop = await testMemberships();
  support = await makeOperator(shop, "support");
});
afterAll(() => shop.close());

const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await shop.database.pool.query(sql, values)).rows;
const list = async (query: string) => (await support.call("GET", `/orders?${query}`)).data;
const numbers = async (query: string) =>
  (await list(query)).list.map(({ number }: { number: string }) => number);

test("C44, C53: orders of a decline are those that have an attempt with that reason, once each", async () => {
  const { seriesId } = await unlockSeries(shop);
  const declined = await makeMember(shop);
  const { info } = await orderOf(declined, { seriesId });
  await payOrder(declined, info.order.id, "pm_card_visa_chargeDeclined");
  expect(await numbers("decline=generic_decline")).toEqual([info.order.number]);
  expect(await numbers("decline=generic_decline&state=paid")).toEqual([]);
  // Another reason joins the first, and a reason stays as long as an attempt has it.
  await payOrder(declined, info.order.id, "pm_card_visa_chargeDeclinedInsufficientFunds");
  const listed = async () => [
    await numbers("decline=generic_decline"),
    await numbers("decline=insufficient_funds"),
    (await list("decline=insufficient_funds")).count.value,
  ];
  const { number: its } = info.order;
  expect(await listed()).toEqual([[its], [its], 1]);
  const rename = (from: string, to: string | null) =>
    rowsOf(
      `update payment_attempt set decline_code = $2 where id = (
         select id from payment_attempt where decline_code = $1 order by created_at desc limit 1)`,
      from,
      to,
    );
  await rename("insufficient_funds", "generic_decline");
  expect(await listed()).toEqual([[its], [], 0]);
  await rename("generic_decline", null);
  expect(await listed()).toEqual([[its], [], 0]);
  await rename("generic_decline", null);
  expect(await listed()).toEqual([[], [], 0]);
});

test("C53: pages of orders, by state, decline or campaign, and the books of one, read an index", async () => {
  const client = await shop.database.pool.connect();
  try {
    await client.query("set enable_seqscan = off; set enable_sort = off");
    const newest = "order by created_at desc, id desc limit 51";
    const texts = [
      ["order_newest", `select * from purchase_order where (created_at, id) < (now(), 'a') ${newest}`],
      ["order_state_newest", `select * from purchase_order where state = 'paid' ${newest}`],
      [
        "order_decline_pkey",
        "select order_id from order_decline where code = 'a' order by ordered_at desc, order_id desc limit 51",
      ],
      ["order_touch_last_channel", "select order_id from order_touch where last_channel = 1"],
      ["ledger_txn_order", "select id from ledger_txn where order_id = 'a'"],
      // The part of money_log_review that belongs to a partition.
      [
        "money_log_default_id_idx",
        "select id from money_log where subject = 'review' order by id desc limit 50",
      ],
    ] as const;
    for (const [index, text] of texts) {
      const { rows } = await client.query(`explain (format json) ${text}`);
      expect(JSON.stringify(rows[0]["QUERY PLAN"]), index).toContain(`"${index}"`);
    }
  } finally {
    await client.query("reset enable_seqscan; reset enable_sort");
    client.release();
  }
});

test("C53: orders of a campaign are counted as they are listed, also by a second filter", async () => {
  await shop.database.pool.query(
    `with came as (
       insert into channel (kind, campaign, token, language, made_on) values ('utm', 'counted', '', 'en', now()) returning id
     ), bought as (
       insert into purchase_order (id, kind, state, series_id, title, currency, amount, method, client_token, language, created_at, paid_at)
       select 'counted' || n, 'unlock', 'paid', 's', '{}', 'USD', 5, 'card', 'counted' || n, 'en', now(), now()
       from generate_series(1, 3) as n returning id
     ) insert into order_touch (order_id, language, first_channel, last_channel)
       select bought.id, 'en', came.id, came.id from bought, came`,
  );
  const read = async (filter: string) => {
    const { data } = await support.call("GET", `/orders?${filter}`);
    return { listed: data.list.length, count: data.count };
  };
  const counted = (value: number) => ({ listed: value, count: { value, exact: true } });
  expect(await read("campaign=counted")).toEqual(counted(3));
  expect(await read("campaign=counted&state=paid&currency=usd")).toEqual(counted(3));
  expect(await read("campaign=counted&state=failed")).toEqual(counted(0));
  expect(await read("campaign=nobody")).toEqual(counted(0));
});

test("C53: orders between two amounts are those of a comparison of decimals, in currencies with none, two and three", async () => {
  const digits = { JPY: 0, USD: 2, KWD: 3 } as const;
  const amounts = [0, 4, 35, 349, 350, 351, 3_500, 3_501, 35_000, 1_000_000];
  const made = Object.keys(digits).flatMap((currency) =>
    amounts.map((amount) => ({ id: `${currency}${amount}`, currency, amount })),
  );
  await shop.database.pool.query(
    `with came as (
       insert into channel (kind, campaign, token, language, made_on) values ('utm', 'amounts', '', 'en', now()) returning id
     ), bought as (
       insert into purchase_order (id, kind, state, series_id, title, currency, amount, method, client_token, language, created_at, paid_at)
       select id, 'unlock', 'paid', 's', '{}', currency, amount, 'card', id, 'en', now(), now()
       from jsonb_to_recordset($1) as made (id text, currency text, amount bigint) returning id
     ) insert into order_touch (order_id, language, first_channel, last_channel)
       select bought.id, 'en', came.id, came.id from bought, came`,
    [JSON.stringify(made)],
  );
  const bounds = ["", "0", "0.035", "0.35", "3.5", "3.501", "4", "34.999", "350", "9999999999.999"];
  const thousandths = (text: string) => Math.round(Number(text) * 1000);
  for (const currency of ["", "jpy", "usd", "kwd"])
    for (const [at, from] of bounds.entries()) {
      const to = bounds[(at * 7 + 3) % bounds.length] ?? "";
      const wanted = made.filter((one) => {
        const its = one.amount * 10 ** (3 - digits[one.currency as keyof typeof digits]);
        const isOf = currency === "" || one.currency === currency.toUpperCase();
        return isOf && (from === "" || its >= thousandths(from)) && (to === "" || its <= thousandths(to));
      });
      const query = Object.entries({ campaign: "amounts", currency, from, to }).filter(([, value]) => value);
      const seen = await list(new URLSearchParams(query).toString());
      const ids = seen.list.map(({ id }: { id: string }) => id).toSorted();
      expect(ids, `${currency} from ${from} to ${to}`).toEqual(wanted.map(({ id }) => id).toSorted());
      expect(seen.count).toEqual({ value: wanted.length, exact: true });
    }
});

test("C53: in one currency, amounts are compared with a number that is made once, not for each row", async () => {
  const sent = await sentStatements([shop.database.pool], () => list("currency=usd&from=5&to=7.5"));
  const compared = sent.filter(({ text }) => text.includes("o.amount >="));
  expect(compared).toHaveLength(2);
  for (const { text, values } of compared) {
    expect(text).not.toContain("case when o.currency");
    expect(values).toEqual(expect.arrayContaining([500, 750]));
  }
});

test("C53: what the page of an order reads besides is planned once per connection, but for whole rows, which a new column would change", async () => {
  const [number] = await numbers("campaign=amounts");
  const sent = await sentStatements([shop.database.pool], async () => {
    expect(await support.call("GET", `/orders/one?number=${number}`)).toMatchObject({ code: 200 });
  });
  const [planned, others] = [true, false].map((is) =>
    sent.filter(({ text }) => text.endsWith("/* prepared */") === is).map(({ text }) => text),
  );
  for (const from of [
    "from payment_attempt a",
    "from mail_sent",
    "to_state as to from money_log",
    "from ledger_txn x",
  ]) {
    expect(
      planned?.some((text) => text.includes(from)),
      from,
    ).toBe(true);
    expect(
      others?.some((text) => text.includes(from)),
      from,
    ).toBe(false);
  }
  expect(planned?.filter((text) => /^\s*select (?:"?\w+"?\.)?\*/.test(text))).toEqual([]);
});
