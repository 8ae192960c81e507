import { newId } from "#platform/ids";
import type { TestApp } from "./app.ts";
import { unaudited } from "./unaudited.ts";

/** Makes a paid order of a person, with its payment by a card, as a checkout leaves them. */
export async function makePaidOrder(
  app: Pick<TestApp, "clock" | "database">,
  visitorId: string,
  email: string | null = null,
) {
  const { query } = unaudited(app.database.pool);
  const id = newId(app.clock.now());
  const at = app.clock.now();
  const code = `Q${id.slice(-7)}`.toUpperCase();
  const remoteId = `pi_${id.slice(-12)}`;
  await query(
    `insert into purchase_order (id, code, visitor_id, kind, state, series_id, from_episode, title, currency, amount,
      method, client_token, email, language, created_at, paid_at)
     values ($1, $2, $3, 'unlock', 'paid', $1, 3, '{"en": "The Salt Road"}', 'USD', 699, 'card', $1, $4, 'en', $5, $5)`,
    [id, code, visitorId, email, at],
  );
  await query(
    `insert into instrument (id, visitor_id, gateway, token, kind, brand, last4, created_at, usage)
     values ($1, $2, 'stripe', $1, 'card', 'visa', '4242', $3, 'on_session')`,
    [id, visitorId, at],
  );
  await query(
    `insert into payment (id, order_id, gateway, remote_id, state, currency, amount, captured, initiator, instrument_id,
      created_at, updated_at) values ($1, $1, 'stripe', $2, 'succeeded', 'USD', 699, 699, 'customer', $1, $3, $3)`,
    [id, remoteId, at],
  );
  await query(
    `insert into payment_attempt (id, payment_id, n, initiator, idem_key, request_hash, outcome, created_at, ended_at)
     values ($1, $1, 1, 'customer', $1, '', 'succeeded', $2, $2)`,
    [id, at],
  );
  return { id, number: `CH-${code}`, remoteId };
}
