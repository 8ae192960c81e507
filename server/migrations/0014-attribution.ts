import { type Kysely, sql } from "kysely";

/**
 * Where viewers came from: touches, what an order came from, what people allow, and how far they got. What names a visitor goes
 * after 90 days or with them; only numbers by day stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const kinds = "('tiktok', 'facebook', 'google', 'token', 'utm', 'referral', 'direct')";

const statements = [
  // What reports are told apart by, kept once: everything that is counted points here. It names no visitor.
  `create table channel (
    id integer generated always as identity primary key,
    kind text not null check (kind in ${kinds}),
    campaign text not null,
    token text not null,
    language text not null,
    made_on date not null,
    unique (kind, campaign, token, language)
  )`,
  `create index channel_made_on on channel (made_on)`,

  // One way by which somebody came. own_channel: this one alone; first and last as they stood with it.
  `create table touch (
    id text primary key,
    visitor_id text not null references visitor (id) on delete cascade,
    at timestamptz not null,
    record jsonb not null check (record ->> 'kind' in ${kinds}),
    own_channel integer not null references channel,
    first_channel integer not null references channel,
    last_channel integer not null references channel
  )`,
  `create index touch_visitor on touch (visitor_id, at)`,
  `create index touch_at on touch (at)`,
  // A page that is loaded again is the same click.
  `create unique index touch_click on touch (visitor_id, (record ->> 'kind'), (record ->> 'value'))
    where record ->> 'kind' in ('tiktok', 'facebook', 'google')`,

  // What led to an order, fixed with it. It can only be forgotten, with the account.
  `create table order_touch (
    order_id text primary key references purchase_order,
    visitor_id text,
    first jsonb,
    last jsonb,
    language text,
    series_id text,
    first_channel integer references channel,
    last_channel integer references channel
  )`,
  `create index order_touch_visitor on order_touch (visitor_id) where visitor_id is not null`,
  `create function order_touch_is_fixed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.order_id = old.order_id and num_nonnulls(new.visitor_id, new.first, new.last, new.language,
        new.series_id, new.first_channel, new.last_channel) = 0 then
        return new;
      end if;
      raise exception 'what led to an order is fixed' using errcode = 'restrict_violation';
    end $$`,
  `create trigger order_touch_stays before update or delete on order_touch
    for each row execute function order_touch_is_fixed()`,

  // Proof of what somebody allowed: rows are added, never changed; with a sign-in they become the member's.
  `create table consent (
    id text primary key,
    visitor_id text not null references visitor (id) on delete cascade,
    ads boolean not null,
    analytics boolean not null,
    version text not null,
    at timestamptz not null,
    network text not null,
    language text not null
  )`,
  `create index consent_visitor on consent (visitor_id, at)`,
  `create function consent_is_proof() returns trigger language plpgsql as $$
    begin
      if (new.id, new.ads, new.analytics, new.version, new.at, new.network, new.language)
        is distinct from (old.id, old.ads, old.analytics, old.version, old.at, old.network, old.language) then
        raise exception 'a consent is never changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`,
  `create trigger consent_stays before update on consent for each row execute function consent_is_proof()`,

  // How far somebody got, the first time only, and what had led them here then.
  `create table funnel_step (
    visitor_id text not null references visitor (id) on delete cascade,
    series_id text not null,
    step text not null check (step in ('first_frame', 'episode', 'paywall', 'checkout')),
    episode_number integer not null,
    at timestamptz not null,
    first_channel integer references channel,
    last_channel integer references channel,
    primary key (visitor_id, series_id, step, episode_number)
  )`,
  `create index funnel_step_at on funnel_step (at)`,
  // What stays of touches and steps: how many people, by day. Of depth and began, n is the furthest episode.
  `create table funnel_day (
    day date not null,
    model text not null check (model in ('first', 'last')),
    channel integer references channel,
    series_id text not null,
    measure text not null check (measure in ('visit', 'depth', 'began', 'paywall', 'checkout')),
    n integer not null,
    visitors integer not null,
    unique nulls not distinct (day, model, channel, series_id, measure, n)
  )`,
];
