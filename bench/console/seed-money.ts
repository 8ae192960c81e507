import { member, sizes } from "./seed-people.ts";

const DAYS = 365;

const remote = "case when method = 'paypal' then 'paypal' else 'stripe' end";
const named = (what: string) => `'bench-${what}-' || n`;
const isPaid = "state in ('paid', 'partially_refunded', 'refunded', 'disputed')";

/** A transaction of the ledger for each order that qualifies, and its entries. */
function booked(
  what: string,
  { source, at, where, entries }: { source: string; at: string; where: string; entries: [string, string][] },
): string[] {
  return [
    `insert into ledger_txn (id, source, order_id, at)
     select ${named(what)}, ${source}, id, ${at} from made where ${where}`,
    ...entries.map(
      ([account, amount], place) => `insert into ledger_entry (txn_id, n, account, currency, amount)
       select ${named(what)}, ${place}, ${account}, currency, ${amount} from made where ${where}`,
    ),
  ];
}

/**
 * Statements that make orders of a year, one after the other, with their charges and bookings: half of the members have a membership
 * with two renewals, everybody unlocks series. One in twenty was not paid, one in fifty given back in part, one in five hundred
 * disputed and lost; twenty disputes are open.
 */
export const moneyStatements = [
  `create temporary table made on commit drop as
   select *, 'bench-order-' || lpad(n::text, 7, '0') as id, ${member("m")} as visitor_id,
     case when kind = 'unlock' then 499 + n % 3 * 200 else 999 end as amount
   from (
     select n, m, r, (m / 2) % 5 as begins,
       now() - (${sizes.orders} - n)::double precision / ${sizes.orders} * interval '${DAYS} days' as at,
       (array['USD', 'EUR', 'BRL'])[1 + m % 3] as currency,
       case when m % 4 = 0 and m % 3 < 2 then 'paypal' else 'card' end as method,
       case when m % 2 = 0 then 'unlock' when r = (m / 2) % 5 then 'subscribe' when r - (m / 2) % 5 in (1, 2) then 'renewal'
         else 'unlock' end as kind,
       case when n % 20 = 7 then 'failed' when n % 50 = 3 then 'partially_refunded' when n % 50000 = 1 then 'disputed' when n % 500 = 1 then 'refunded' else 'paid' end
         as state,
       ((m * 7919::bigint % 4000) * (m * 7919::bigint % 4000) / 4000 * 5 + r)::int as place
     from generate_series(0, ${sizes.orders} - 1) as n,
       lateral (select (n * 7919::bigint % ${sizes.members})::int + 1 as m, n / ${sizes.members} as r) as of
   ) as drawn_order`,
  "create index on made (n)",
  "analyze made",
  `create temporary table sold on commit drop as
   select row_number() over (order by position, id) - 1 as place, count(*) over () as plans, id, period_days from plan where active`,
  `insert into subscription (id, visitor_id, plan_id, currency, amount, period_days, state, anchor_at, period_no, period_start,
     period_end, next_action_at, renewal_mode, language, created_at, ended_at)
   select 'bench-membership-' || m, visitor_id, sold.id, currency, 999, period_days,
     case when m % 20 = 1 then 'cancelled' when m % 100 = 3 then 'past_due' else 'active' end, at, 3, now() - interval '10 days',
     now() + interval '20 days', case when m % 20 <> 1 then now() + interval '20 days' end, 'auto', 'en', at,
     case when m % 20 = 1 then now() - m % 300 * interval '1 day' end
   from made join sold on sold.place = m % sold.plans where kind = 'subscribe'`,
  `insert into purchase_order (id, visitor_id, kind, state, plan_id, series_id, title, currency, amount, list_amount, method,
     client_token, email, language, subscription_id, period_no, created_at, paid_at, code)
   select made.id, visitor_id, kind, state, case when kind <> 'unlock' then sold.id end, case when kind = 'unlock' then drawn.id end,
     '{"en": "Bench"}', currency, amount, amount, method, n, case when n % 10 = 0 then 'bench' || m || '@example.com' end, 'en',
     case when kind <> 'unlock' then 'bench-membership-' || m end, case when kind <> 'unlock' then r - begins + 1 end, at,
     case when ${isPaid} then at end, 'B' || lpad(n::text, 7, '0')
   from made join drawn on drawn.place = made.place join sold on sold.place = m % sold.plans`,
  `insert into subscription_period (subscription_id, no, starts_at, ends_at, order_id, recognised_at)
   select 'bench-membership-' || m, r - begins + 1, at, at + interval '30 days', id, at from made where kind <> 'unlock' and ${isPaid}`,
  `insert into order_touch (order_id, visitor_id, language, first_channel, last_channel)
   select made.id, visitor_id, 'en', c, c
   from made, lateral (select (select min(id) from channel where campaign like 'bench %') + n % 40 as c) as came`,
  `insert into payment (id, order_id, gateway, remote_id, state, currency, amount, captured, initiator, created_at, updated_at)
   select ${named("payment")}, id, ${remote}, ${named("payment")}, case when ${isPaid} then 'succeeded' else 'declined' end, currency,
     amount, case when ${isPaid} then amount else 0 end, case kind when 'renewal' then 'merchant' else 'customer' end, at, at from made`,
  `insert into payment_attempt (id, payment_id, n, initiator, idem_key, request_hash, outcome, decline_code, created_at, ended_at)
   select ${named("attempt")}, ${named("payment")}, 1, 'customer', ${named("attempt")}, '',
     case when ${isPaid} then 'succeeded' else 'declined' end,
     case when not ${isPaid} then (array['card_declined', 'insufficient_funds'])[1 + n % 2] end, at, at from made`,
  `insert into capture (id, payment_id, gateway, remote_id, currency, amount, refunded, at, settled_currency, settled_amount,
     settled_fee, balance_line_id)
   select ${named("capture")}, ${named("payment")}, ${remote}, ${named("capture")}, currency, amount, 0, at, currency, amount, 30, 'bench'
   from made where ${isPaid}`,
  `insert into refund (id, capture_id, order_id, gateway, remote_id, currency, amount, state, initiated_by, created_at, updated_at)
   select ${named("refund")}, ${named("capture")}, id, ${remote}, ${named("refund")}, currency, 100, 'done', 'operator', at, at
   from made where state = 'partially_refunded'`,
  `insert into dispute_case (id, gateway, dispute_id, payment_id, order_id, state, currency, amount, texts, created_at, updated_at)
   select ${named("dispute")}, ${remote}, ${named("dispute")}, ${named("payment")}, id, case state when 'disputed' then 'drafted' else 'lost' end, currency,
     amount, '{}', at, at from made where state in ('disputed', 'refunded')`,
  ...booked("sale", {
    source: `'capture:' || ${remote} || ':bench-' || n`,
    at: "at",
    where: isPaid,
    entries: [
      ["'gateway_receivable'", "amount"],
      ["case kind when 'unlock' then 'revenue' else 'deferred_revenue' end", "-amount"],
    ],
  }),
  ...booked("settled", {
    source: `'settled:' || ${remote} || ':bench-' || n`,
    at: "at + interval '2 days'",
    where: `at < now() - interval '2 days' and ${isPaid}`,
    entries: [
      ["'gateway_clearing'", "amount - 30"],
      ["'gateway_receivable'", "-amount"],
      ["'gateway_fees'", "30"],
    ],
  }),
  ...booked("earned", {
    source: "'period:bench-' || n",
    at: "at + interval '30 days'",
    where: `kind <> 'unlock' and at < now() - interval '30 days' and ${isPaid}`,
    entries: [
      ["'deferred_revenue'", "amount"],
      ["'revenue'", "-amount"],
    ],
  }),
  ...booked("back", {
    source: `'refund:' || ${named("refund")}`,
    at: "at",
    where: "state = 'partially_refunded'",
    entries: [
      ["'refunds'", "100"],
      ["'gateway_clearing'", "-100"],
    ],
  }),
  ...booked("lost", {
    source: `'dispute:' || ${remote} || ':bench-' || n || ':lost'`,
    at: "at",
    where: "state = 'refunded'",
    entries: [
      ["'refunds'", "amount"],
      ["'gateway_clearing'", "-amount"],
    ],
  }),
];
