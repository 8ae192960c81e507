import { newId } from "#platform/ids";
import type { TestApp } from "#test/app";
import { unaudited } from "#test/unaudited";

const daySeconds = 86_400;

/** A right to be written: seconds are counted from now. */
export interface GivenRight {
  scope: "membership" | "series";
  seriesId?: string;
  source?: "order" | "grace" | "grant";
  /** The order that gave the right; without it the right has a separate source. */
  sourceId?: string;
  from?: number;
  to?: number | null;
  suspended?: boolean;
  revoked?: boolean;
}

/** Writes a right of a visitor; returns its id. */
export async function giveRight(app: TestApp, visitorId: string, right: GivenRight): Promise<string> {
  const now = app.clock.now();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const id = newId(now);
  await unaudited(app.database.pool).query(
    `insert into entitlement (id, visitor_id, scope, series_id, source_type, source_id, valid_from, valid_to,
       suspended_at, revoked_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      visitorId,
      right.scope,
      right.seriesId ?? null,
      right.source ?? "order",
      right.sourceId ?? id,
      at(right.from ?? 0),
      right.to === undefined || right.to === null ? null : at(right.to),
      right.suspended ? now : null,
      right.revoked ? now : null,
      now,
    ],
  );
  return id;
}

/** Writes an order in a state; returns its id. */
async function makeOrder(
  app: TestApp,
  visitorId: string,
  order: {
    kind: "subscribe" | "unlock" | "renewal";
    state: string;
    seriesId?: string;
    subscriptionId?: string;
  },
): Promise<string> {
  const now = app.clock.now();
  const id = newId(now);
  await app.database.pool.query(
    `insert into purchase_order (id, visitor_id, kind, state, plan_id, series_id, subscription_id, title, currency, amount,
       method, client_token, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, '{"en": "What was bought"}', 'USD', 1999, 'card', $1, 'en', $8)`,
    [
      id,
      visitorId,
      order.kind,
      order.state,
      order.kind === "unlock" ? null : await aPlan(app),
      order.seriesId ?? null,
      order.subscriptionId ?? null,
      now,
    ],
  );
  return id;
}

/** Writes a subscription in a state, with a period from and to in seconds from now; returns its id. */
async function makeSubscription(
  app: TestApp,
  visitorId: string,
  { state, from, to, ending = false }: { state: string; from: number; to: number; ending?: boolean },
): Promise<string> {
  const now = app.clock.now();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const id = newId(now);
  await app.database.pool.query(
    `insert into subscription (id, visitor_id, plan_id, currency, amount, period_days, state, anchor_at, period_no,
       period_start, period_end, cancel_at_period_end, renewal_mode, language, created_at)
     values ($1, $2, $3, 'USD', 1999, 30, $4, $5, 1, $5, $6, $7, 'auto', 'en', $5)`,
    [id, visitorId, await aPlan(app), state, at(from), at(to), ending],
  );
  return id;
}

async function aPlan({ database, clock }: TestApp): Promise<string> {
  await unaudited(database.pool).query(
    `insert into plan (id, name, period_days, created_at) values ('paywall', '{"en": "Thirty days"}', 30, $1)
     on conflict do nothing`,
    [clock.now()],
  );
  return "paywall";
}

/** The series that a state refers to. */
export interface Bought {
  bought: string;
  other: string;
}

/** The states of an account that the paywall distinguishes, and the rows that each needs. */
export const accountStates = {
  "never bought anything": async () => undefined,
  "order not paid": async (app, visitorId, { bought }) => {
    await makeOrder(app, visitorId, { kind: "unlock", state: "processing", seriesId: bought });
    await makeOrder(app, visitorId, { kind: "subscribe", state: "pending" });
  },
  active: (app, visitorId) => subscribed(app, visitorId, { state: "active", from: -10, to: 20 }),
  "past due, in grace": async (app, visitorId) => {
    await subscribed(app, visitorId, { state: "past_due", from: -31, to: -1 });
    await giveRight(app, visitorId, {
      scope: "membership",
      source: "grace",
      from: -daySeconds,
      to: 2 * daySeconds,
    });
  },
  "cancelled, before the end": (app, visitorId) =>
    subscribed(app, visitorId, { state: "active", from: -10, to: 20, ending: true }),
  "cancelled, after the end": (app, visitorId) =>
    subscribed(app, visitorId, { state: "cancelled", from: -31, to: -1, ending: true }),
  expired: async (app, visitorId) => {
    await subscribed(app, visitorId, { state: "expired", from: -40, to: -10 });
    const grace = {
      scope: "membership",
      source: "grace",
      from: -10 * daySeconds,
      to: -3 * daySeconds,
    } as const;
    await giveRight(app, visitorId, grace);
  },
  "paid from tomorrow": (app, visitorId) =>
    giveRight(app, visitorId, { scope: "membership", from: daySeconds, to: 8 * daySeconds }),
  "membership refunded": (app, visitorId) =>
    subscribed(app, visitorId, { state: "expired", from: -10, to: 20, right: { revoked: true } }),
  "membership disputed": (app, visitorId) =>
    subscribed(app, visitorId, { state: "active", from: -10, to: 20, right: { suspended: true } }),
  "bought this series": (app, visitorId, { bought }) => purchased(app, visitorId, bought),
  "purchase refunded": (app, visitorId, { bought }) =>
    purchased(app, visitorId, bought, "refunded", { revoked: true }),
  "purchase disputed": (app, visitorId, { bought }) =>
    purchased(app, visitorId, bought, "disputed", { suspended: true }),
  "bought another series": (app, visitorId, { other }) => purchased(app, visitorId, other),
  "bought again after a refund": async (app, visitorId, { bought }) => {
    await purchased(app, visitorId, bought, "refunded", { revoked: true });
    await purchased(app, visitorId, bought);
  },
  "expired, but bought this series": async (app, visitorId, { bought }) => {
    await subscribed(app, visitorId, { state: "expired", from: -40, to: -10 });
    await purchased(app, visitorId, bought);
  },
  "granted days": (app, visitorId) =>
    giveRight(app, visitorId, { scope: "membership", source: "grant", to: 7 * daySeconds }),
  "granted this series": (app, visitorId, { bought }) =>
    giveRight(app, visitorId, { scope: "series", seriesId: bought, source: "grant" }),
  "grant taken back": (app, visitorId) =>
    giveRight(app, visitorId, { scope: "membership", source: "grant", to: 7 * daySeconds, revoked: true }),
} satisfies Record<string, (app: TestApp, visitorId: string, series: Bought) => Promise<unknown>>;

/** The name of such a state. */
export type AccountState = keyof typeof accountStates;

/** Writes a paid membership: its subscription, its order and its right; days are counted from now. */
async function subscribed(
  app: TestApp,
  visitorId: string,
  {
    right,
    from,
    to,
    ...subscription
  }: { state: string; from: number; to: number; ending?: boolean; right?: Partial<GivenRight> },
): Promise<void> {
  const period = { from: from * daySeconds, to: to * daySeconds };
  const subscriptionId = await makeSubscription(app, visitorId, { ...subscription, ...period });
  const sourceId = await makeOrder(app, visitorId, {
    kind: "subscribe",
    state: right?.revoked ? "refunded" : right?.suspended ? "disputed" : "paid",
    subscriptionId,
  });
  await giveRight(app, visitorId, { scope: "membership", sourceId, ...period, ...right });
}

async function purchased(
  app: TestApp,
  visitorId: string,
  seriesId: string,
  state = "paid",
  right: Partial<GivenRight> = {},
): Promise<void> {
  const sourceId = await makeOrder(app, visitorId, { kind: "unlock", state, seriesId });
  await giveRight(app, visitorId, { scope: "series", seriesId, sourceId, ...right });
}
