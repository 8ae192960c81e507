import { type Kysely, sql } from "kysely";

/**
 * Our copy of the lines of the gateways' balances. A sale is first a receivable in the customer's currency; the line of
 * the balance settles it. Postings of the version before are moved to the receivable by the task that reads the lines,
 * because nodes of that version may still write some during the update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const gateway = `gateway text not null check (gateway in ('stripe', 'paypal'))`;
const currency = `currency text not null check (currency ~ '^[A-Z]{3}$')`;

const statements = [
  `alter table ledger_entry drop constraint ledger_entry_account_check,
    add constraint ledger_entry_account_check check (account in ('gateway_receivable', 'gateway_clearing', 'bank', 'suspense',
      'fx_conversion', 'deferred_revenue', 'revenue', 'tax_payable', 'gateway_fees', 'refunds', 'dispute_hold',
      'customer_credit', 'gift_liability')) not valid`,
  `create table balance_line (
    id text primary key,
    ${gateway},
    remote_id text not null,
    kind text not null check (kind in ('sale', 'refund', 'refund_failed', 'dispute', 'fee', 'payout', 'payout_failed',
      'conversion', 'opening', 'other')),
    ${currency},
    gross bigint not null,
    fee bigint not null,
    net bigint not null check (net = gross - fee),
    source_currency text,
    source_amount bigint,
    rate numeric(20,10),
    capture_remote_id text,
    source_id text,
    payment_id text,
    order_id text references purchase_order,
    payout_id text,
    available_on timestamptz,
    at timestamptz not null,
    differs jsonb,
    unique (gateway, remote_id),
    check (num_nonnulls(source_currency, source_amount) in (0, 2))
  )`,
  `create index balance_line_source on balance_line (gateway, source_id)`,
  `create index balance_line_unmatched on balance_line (gateway, capture_remote_id)
    where order_id is null and kind in ('sale', 'refund', 'refund_failed', 'dispute')`,
  `create index balance_line_payout on balance_line (gateway, payout_id) where payout_id is not null`,
  `alter table capture add column balance_line_id text references balance_line`,
  `create index capture_without_line on capture (at) where balance_line_id is null`,
  `create table payout (
    ${gateway},
    remote_id text not null,
    ${currency},
    amount bigint not null,
    automatic boolean not null,
    state text not null check (state in ('in_transit', 'paid', 'failed')),
    arrival timestamptz,
    lines_read boolean not null default false,
    primary key (gateway, remote_id)
  )`,
  `create table balance_watermark (
    gateway text primary key check (gateway in ('stripe', 'paypal')),
    complete_until timestamptz,
    opened boolean not null default false,
    next_at timestamptz not null
  )`,
  // The three figures that must be equal, at the moment until which the lines are complete.
  `create table gateway_balance (
    ${gateway},
    ${currency},
    gateway_amount bigint not null,
    lines_amount bigint not null,
    ledger_amount bigint not null,
    at timestamptz not null,
    primary key (gateway, currency)
  )`,
  `create table recon_finding (
    id text primary key,
    kind text not null check (kind in ('missing_local', 'missing_remote', 'amount', 'currency', 'fee_unknown', 'receivable',
      'unmatched_line', 'payout_sum', 'balance')),
    subject text not null,
    gateway text check (gateway in ('stripe', 'paypal')),
    order_id text references purchase_order,
    currency text,
    amount bigint,
    detail jsonb not null default '{}',
    found_at timestamptz not null,
    gone_at timestamptz,
    closed_at timestamptz,
    closed_by text,
    close_note text,
    unique (kind, subject),
    check (num_nonnulls(closed_at, closed_by, close_note) in (0, 3))
  )`,
  `create index recon_finding_open on recon_finding (kind) where gone_at is null and closed_at is null`,
];
