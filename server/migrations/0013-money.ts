import { type Kysely, sql } from "kysely";

/**
 * Plans and prices, orders and payments, what they give a right to, and the books. What carries a guarantee is a constraint
 * here, not a check in code: one live subscription a person, one period a number, one right a source, entries that sum to zero.
 * Orders outlive the person (tax law), so they hold no foreign key to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await seedPrices(db);
}

const money = "amount bigint not null check (amount >= 0)";
const currency = "currency text not null check (currency ~ '^[A-Z]{3}$')";

const statements = [
  // Prices are never changed: a new one begins where the old one ends, and orders keep the one they were made with.
  `create table plan (
    id text primary key,
    name jsonb not null,
    description jsonb not null default '{}',
    period_days integer not null check (period_days between 1 and 3660),
    position integer not null default 0,
    active boolean not null default true,
    created_at timestamptz not null
  )`,
  `create table plan_price (
    id text primary key,
    plan_id text not null references plan,
    ${currency}, ${money},
    active_from timestamptz not null,
    active_to timestamptz
  )`,
  `create unique index plan_price_now on plan_price (plan_id, currency) where active_to is null`,
  // What a series costs where it says nothing itself.
  `create table unlock_price (
    id text primary key,
    ${currency}, ${money},
    active_from timestamptz not null,
    active_to timestamptz
  )`,
  `create unique index unlock_price_now on unlock_price (currency) where active_to is null`,

  `create table instrument (
    id text primary key,
    visitor_id text,
    gateway text not null,
    token text not null,
    customer text,
    kind text not null check (kind in ('card', 'paypal')),
    brand text,
    last4 text check (last4 ~ '^[0-9]{4}$'),
    exp_month integer,
    exp_year integer,
    email text,
    fingerprint text,
    status text not null default 'active' check (status in ('active', 'dead', 'detached')),
    created_at timestamptz not null,
    unique (gateway, token)
  )`,
  `create index instrument_visitor on instrument (visitor_id)`,
  `create table gateway_customer (
    visitor_id text not null,
    gateway text not null,
    remote_id text not null,
    primary key (visitor_id, gateway)
  )`,

  `create table subscription (
    id text primary key,
    visitor_id text,
    plan_id text not null references plan,
    ${currency}, ${money},
    period_days integer not null,
    state text not null check (state in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
    anchor_at timestamptz not null,
    anchor_no integer not null default 1,
    period_no integer not null,
    period_start timestamptz not null,
    period_end timestamptz not null,
    next_action_at timestamptz,
    cancel_at_period_end boolean not null default false,
    renewal_mode text not null check (renewal_mode in ('auto', 'manual')),
    instrument_id text references instrument,
    dunning_step integer not null default 0,
    lease_until timestamptz,
    grace_until timestamptz,
    remind_at timestamptz,
    language text not null,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  // A member never pays twice unnoticed.
  `create unique index subscription_live on subscription (visitor_id) where state in ('trialing', 'active', 'past_due')`,
  `create index subscription_visitor on subscription (visitor_id, created_at)`,
  `create index subscription_due on subscription (next_action_at) where next_action_at is not null`,
  `create index subscription_remind on subscription (remind_at) where remind_at is not null`,
  `create index subscription_instrument on subscription (instrument_id) where instrument_id is not null`,

  `create table purchase_order (
    id text primary key,
    number bigint generated always as identity unique,
    visitor_id text,
    kind text not null check (kind in ('subscribe', 'unlock', 'change', 'renewal')),
    state text not null check (state in ('pending', 'processing', 'paid', 'cancelled', 'expired', 'failed', 'review',
      'refunded', 'partially_refunded', 'disputed')),
    plan_id text references plan,
    series_id text,
    episode_id text,
    from_episode integer,
    title jsonb not null,
    period_days integer,
    price_id text,
    ${currency}, ${money},
    method text not null check (method in ('card', 'paypal')),
    client_token text not null,
    key_hash bytea,
    email text,
    language text not null,
    consent_version text,
    consent_text text,
    consent_at timestamptz,
    consent_address text,
    consent_agent text,
    click jsonb not null default '{}',
    subscription_id text references subscription,
    period_no integer,
    event_id text,
    declines integer not null default 0,
    last_decline jsonb,
    created_at timestamptz not null,
    expires_at timestamptz,
    paid_at timestamptz
  )`,
  `create unique index order_token on purchase_order (visitor_id, client_token)`,
  `create unique index order_renewal on purchase_order (subscription_id, period_no) where kind = 'renewal'`,
  `create unique index order_unlock on purchase_order (visitor_id, series_id)
    where kind = 'unlock' and state in ('pending', 'processing', 'review', 'paid', 'partially_refunded', 'disputed')`,
  `create unique index order_subscribe on purchase_order (visitor_id)
    where kind = 'subscribe' and state in ('pending', 'processing', 'review')`,
  `create index order_visitor on purchase_order (visitor_id, created_at desc)`,
  `create index order_expiry on purchase_order (expires_at) where state in ('pending', 'processing')`,
  `create index order_subscription on purchase_order (subscription_id) where subscription_id is not null`,

  `create table payment (
    id text primary key,
    order_id text not null references purchase_order,
    gateway text not null check (gateway in ('stripe', 'paypal')),
    remote_id text,
    state text not null check (state in ('new', 'open', 'charging', 'action', 'pending', 'in_doubt', 'succeeded', 'declined',
      'canceled')),
    ${currency}, ${money},
    captured bigint not null default 0,
    refunded bigint not null default 0,
    unwanted boolean not null default false,
    initiator text not null check (initiator in ('customer', 'merchant')),
    instrument_id text references instrument,
    next_inspect_at timestamptz,
    inspections integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (gateway, remote_id)
  )`,
  // One that is called off at the gateway can never be paid any more, and makes room for another.
  `create unique index payment_of_gateway on payment (order_id, gateway)
    where state not in ('canceled', 'succeeded')`,
  `create index payment_unwanted on payment (id) where unwanted`,
  // While one payment of an order may still succeed, no other is begun.
  `create unique index payment_live on payment (order_id) where state in ('charging', 'action', 'pending', 'in_doubt')`,
  `create index payment_inspect on payment (next_inspect_at) where next_inspect_at is not null`,
  `create table payment_attempt (
    id text primary key,
    payment_id text not null references payment,
    n integer not null,
    initiator text not null,
    idem_key text not null unique,
    request_hash text not null,
    outcome text,
    decline_code text,
    advice text,
    fingerprint text,
    address text,
    created_at timestamptz not null,
    ended_at timestamptz,
    unique (payment_id, n)
  )`,
  `create index payment_attempt_declines on payment_attempt (created_at) where outcome = 'declined'`,
  `create table capture (
    id text primary key,
    payment_id text not null references payment,
    gateway text not null,
    remote_id text not null,
    ${currency}, ${money},
    refunded bigint not null default 0,
    fee bigint,
    at timestamptz not null,
    unique (gateway, remote_id),
    check (refunded between 0 and amount)
  )`,
  `create index capture_payment on capture (payment_id)`,
  `create table refund (
    id text primary key,
    capture_id text not null references capture,
    order_id text not null references purchase_order,
    gateway text not null,
    remote_id text,
    ${currency}, ${money},
    state text not null check (state in ('pending', 'done', 'failed')),
    initiated_by text not null check (initiated_by in ('operator', 'member', 'system', 'gateway')),
    reason text,
    next_inspect_at timestamptz,
    inspections integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (gateway, remote_id)
  )`,
  `create index refund_order on refund (order_id)`,
  `create index refund_inspect on refund (next_inspect_at) where next_inspect_at is not null`,

  `create table subscription_period (
    subscription_id text not null references subscription,
    no integer not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    order_id text references purchase_order,
    recognised_at timestamptz,
    primary key (subscription_id, no)
  )`,
  `create index subscription_period_earned on subscription_period (ends_at) where recognised_at is null`,

  // A right to watch: to everything while a period lasts, or to one series for good. It ends by its time, or by being revoked.
  `create table entitlement (
    id text primary key,
    visitor_id text,
    scope text not null check (scope in ('membership', 'series')),
    series_id text,
    source_type text not null check (source_type in ('order', 'grace', 'grant')),
    source_id text not null,
    valid_from timestamptz not null,
    valid_to timestamptz,
    suspended_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz not null,
    check ((scope = 'series') = (series_id is not null)),
    unique nulls not distinct (source_type, source_id, scope, series_id)
  )`,
  `create index entitlement_visitor on entitlement (visitor_id, series_id) where revoked_at is null`,

  // A number is taken in the transaction that uses it, under this row's lock: no gap, no double.
  `create table receipt_series (name text primary key, last integer not null)`,
  `create table receipt (
    id text primary key,
    series text not null,
    number integer not null,
    order_id text not null references purchase_order,
    kind text not null check (kind in ('receipt', 'credit_note')),
    seq integer not null,
    ${currency}, ${money},
    content jsonb not null,
    hash text not null,
    issued_at timestamptz not null,
    unique (series, number),
    unique (order_id, kind, seq)
  )`,

  `create table webhook_inbox (
    id text primary key,
    gateway text not null,
    event_id text not null,
    type text not null,
    subject jsonb not null,
    raw bytea,
    state text not null check (state in ('new', 'done', 'ignored', 'failed')),
    tries integer not null default 0,
    next_at timestamptz,
    received_at timestamptz not null,
    unique (gateway, event_id)
  )`,
  `create index webhook_inbox_due on webhook_inbox (next_at) where next_at is not null`,
  `create index webhook_inbox_age on webhook_inbox (received_at)`,
  `create table gateway_watermark (gateway text primary key, at timestamptz not null, sweep_at timestamptz not null)`,

  `create table ledger_txn (
    id text primary key,
    source text not null unique,
    order_id text references purchase_order,
    at timestamptz not null
  )`,
  `create table ledger_entry (
    txn_id text not null references ledger_txn,
    n integer not null,
    account text not null check (account in ('gateway_clearing', 'deferred_revenue', 'revenue', 'tax_payable', 'gateway_fees',
      'refunds', 'dispute_hold', 'customer_credit')),
    currency text not null,
    amount bigint not null,
    primary key (txn_id, n)
  )`,
  `create function ledger_balances() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from ledger_entry where txn_id = new.txn_id group by currency having sum(amount) <> 0) then
        raise exception 'ledger transaction % does not sum to zero', new.txn_id using errcode = 'check_violation';
      end if;
      return null;
    end $$`,
  `create constraint trigger ledger_entry_balances after insert on ledger_entry deferrable initially deferred
    for each row execute function ledger_balances()`,
  `create function ledger_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
    end $$`,
  `create trigger ledger_entry_stays before update or delete on ledger_entry
    for each row execute function ledger_is_append_only()`,
  `create trigger ledger_txn_stays before update or delete on ledger_txn
    for each row execute function ledger_is_append_only()`,

  // Every move of an order, a payment, a subscription or a refund, and what an operator did (R48).
  `create table money_log (
    id text primary key,
    at timestamptz not null,
    subject text not null,
    subject_id text not null,
    from_state text,
    to_state text not null,
    cause text not null,
    detail jsonb not null default '{}'
  )`,
  `create index money_log_subject on money_log (subject_id, id)`,

  // How far the demo's clock is ahead, in seconds; no row: not at all.
  `create table clock_offset (one boolean primary key default true check (one), seconds double precision not null)`,
];

// The first prices (R104), to begin with: every one of them is the operator's to change.

const days: Record<string, (n: number) => string> = {
  en: (n) => `${n} days`,
  es: (n) => `${n} días`,
  fr: (n) => `${n} jours`,
  de: (n) => `${n} Tage`,
  pt: (n) => `${n} dias`,
};

const firstPlans = [
  {
    period: 7,
    prices: { USD: 999, EUR: 999, BRL: 2990 },
    description: {
      en: "Every series. To have a look around.",
      es: "Todas las series. Para echar un vistazo.",
      fr: "Toutes les séries. Pour faire le tour.",
      de: "Alle Serien. Zum Kennenlernen.",
      pt: "Todas as séries. Para conhecer.",
    },
  },
  {
    period: 30,
    prices: { USD: 1999, EUR: 1999, BRL: 5990 },
    description: {
      en: "Every series. For regular evenings.",
      es: "Todas las series. Para las noches de siempre.",
      fr: "Toutes les séries. Pour vos soirées.",
      de: "Alle Serien. Für jeden Abend.",
      pt: "Todas as séries. Para as noites de sempre.",
    },
  },
  {
    period: 365,
    prices: { USD: 9999, EUR: 9999, BRL: 29_990 },
    description: {
      en: "Every series. All year long.",
      es: "Todas las series. Durante todo el año.",
      fr: "Toutes les séries. Toute l’année.",
      de: "Alle Serien. Das ganze Jahr.",
      pt: "Todas as séries. O ano inteiro.",
    },
  },
];

const firstUnlock = { USD: 699, EUR: 699, BRL: 1990 };
const since = "2026-11-20T00:00:00Z";

async function seedPrices(db: Kysely<unknown>): Promise<void> {
  for (const [position, { period, prices, description }] of firstPlans.entries()) {
    const id = `days-${period}`;
    const name = Object.fromEntries(Object.entries(days).map(([language, say]) => [language, say(period)]));
    await sql`insert into plan (id, name, description, period_days, position, created_at)
      values (${id}, ${JSON.stringify(name)}, ${JSON.stringify(description)}, ${period}, ${position}, ${since})`.execute(
      db,
    );
    for (const [code, amount] of Object.entries(prices)) {
      await sql`insert into plan_price (id, plan_id, currency, amount, active_from)
        values (${`${id}-${code.toLowerCase()}`}, ${id}, ${code}, ${amount}, ${since})`.execute(db);
    }
  }
  for (const [code, amount] of Object.entries(firstUnlock)) {
    await sql`insert into unlock_price (id, currency, amount, active_from)
      values (${`unlock-${code.toLowerCase()}`}, ${code}, ${amount}, ${since})`.execute(db);
  }
}
