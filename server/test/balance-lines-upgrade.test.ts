import { afterAll, beforeAll, expect, test } from "vitest";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import { timeLimit } from "../../tools/time-limit.ts";
import { migrations } from "../migrations/index.ts";
import { type ExpectedBooks, refundFrom, sellTo, wholeLedger } from "./expected-books.ts";
import { readLines } from "./gateway-books.ts";
import { type TestMoney, testMoney } from "./money.ts";

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
});
afterAll(() => shop?.close());

/** Writes the ledger and the tables as the version before had them: every posting on the gateway's balance at once. */
async function goBack(): Promise<void> {
  await shop.database.pool.query(`
    alter table ledger_entry disable trigger user;
    alter table ledger_txn disable trigger user;
    delete from ledger_entry where txn_id in (
      select id from ledger_txn where starts_with(source, 'settled:') or starts_with(source, 'matched:'));
    delete from ledger_txn where starts_with(source, 'settled:') or starts_with(source, 'matched:');
    update ledger_entry set account = 'gateway_clearing' where account = 'gateway_receivable';
    insert into ledger_txn (id, source, order_id, at)
      select 'fee-' || capture.id, 'fee:' || capture.gateway || ':' || capture.remote_id, payment.order_id, capture.at
      from capture join payment on payment.id = payment_id where settled_fee is not null;
    insert into ledger_entry (txn_id, n, account, currency, amount)
      select 'fee-' || id, n, account, settled_currency, sign * settled_fee from capture,
        (values (0, 'gateway_fees', 1), (1, 'gateway_clearing', -1)) as entry (n, account, sign) where settled_fee is not null;
    alter table ledger_entry enable trigger user;
    alter table ledger_txn enable trigger user;
    alter table capture drop column balance_line_id;
    drop table balance_line, payout, balance_watermark, gateway_balance, recon_finding;
    alter table ledger_entry drop constraint ledger_entry_account_check, add constraint ledger_entry_account_check
      check (account in ('gateway_clearing', 'deferred_revenue', 'revenue', 'tax_payable', 'gateway_fees', 'refunds',
        'dispute_hold', 'customer_credit'))`);
}

test(
  "R48: sales from before the upgrade are settled by their lines, and fees posted then are not posted again",
  async () => {
    const books: ExpectedBooks = {};
    for (const method of ["card", "paypal"] as const)
      for (const currency of ["USD", "EUR"]) {
        const sale = await sellTo(shop, books, { method, currency });
        if (currency === "EUR") {
          await refundOrder(shop.billing, sale.order.id, 200, {
            by: "operator",
            actor: commandActor(),
            reason: null,
            currency,
          });
          refundFrom(books, sale, 200);
        }
      }
    await shop.work();
    await goBack();
    expect(Object.keys(await wholeLedger(shop))).not.toContain("fx_conversion EUR");
    await migrations["0065-balance-lines"]?.up(shop.database.db);
    await shop.advance(3_600);
    await readLines(shop);
    expect(await wholeLedger(shop)).toEqual(books);
    const { rows } = await shop.database.pool.query(
      "select gateway, currency from gateway_balance where gateway_amount <> lines_amount or lines_amount <> ledger_amount",
    );
    expect(rows).toEqual([]);
    // A node of the version before still runs, and posts as it did.
    const late = await sellTo(shop, books, { method: "card", currency: "EUR" });
    await shop.database.pool.query("alter table ledger_entry disable trigger user");
    await shop.database.pool.query(
      `update ledger_entry set account = 'gateway_clearing' where account = 'gateway_receivable' and txn_id in (
      select id from ledger_txn where order_id = $1 and starts_with(source, 'capture:'))`,
      [late.order.id],
    );
    await shop.database.pool.query("alter table ledger_entry enable trigger user");
    await shop.advance(3_600);
    await readLines(shop);
    expect(await wholeLedger(shop)).toEqual(books);
  },
  timeLimit(60),
);
