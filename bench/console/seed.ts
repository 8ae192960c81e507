import { stepPartitions, touchPartitions } from "../../server/src/attribution/index.ts";
import { systemClock } from "../../server/src/platform/clock.ts";
import { keepPartitions, unitStart } from "../../server/src/platform/db/partitions.ts";
import type { Catalogue } from "../catalogue.ts";
import { moneyStatements } from "./seed-money.ts";
import { BUSY, member, peopleStatements, sizes, visitStatements } from "./seed-people.ts";

const MONTHS_OF_STEPS = 4;

/** Fills an installation with the members, orders and steps of a large site, once. */
export async function fillShop({ database }: Catalogue): Promise<void> {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from visitor where id like 'bench-member-%'",
  );
  if (rows[0]?.count === sizes.members + 1) return;
  if (rows[0]?.count) throw new Error("The folder has another number of members. Remove it.");
  console.log(`Generating ${sizes.orders} orders and ${sizes.steps} steps, once…`);
  const now = systemClock.now();
  for (let ago = MONTHS_OF_STEPS; ago >= 0; ago--)
    for (const partitioned of [stepPartitions, touchPartitions])
      await keepPartitions(database.upkeep, partitioned, unitStart(now, "month", -ago));
  const client = await database.pool.connect();
  try {
    // Foreign keys and sums hold by construction; checking each row would take longer than writing it.
    await client.query("begin; set local session_replication_role = replica; set local work_mem = '256MB'");
    for (const statement of [...peopleStatements, ...moneyStatements, ...visitStatements, ...busyStatements])
      await fill(client, statement);
    await client.query("commit");
  } finally {
    // Ends the session, and with it what a failure left open.
    client.release(true);
  }
  await database.pool.query("vacuum analyze");
}

type Client = Pick<Catalogue["database"]["pool"], "query">;

async function fill(client: Client, statement: string): Promise<void> {
  const begun = performance.now();
  const { rowCount } = await client.query(statement).catch((error: Error) => {
    throw new Error(`${error.message}, by ${statement}`, { cause: error });
  });
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (seconds > 2) console.log(`  ${seconds} s for ${rowCount} rows: ${statement.trim().slice(0, 50)}`);
}

const ago = (n: string, step: string) => `now() - ${n} * interval '${step}'`;

/** A person to whom 5,000 things happened: see {@link BUSY}. */
const busyStatements = [
  `insert into touch (id, visitor_id, at, record, own_channel, first_channel, last_channel)
   select 'bench-busy-' || n, '${BUSY}', ${ago("n", "2 hours")}, '{"kind": "direct", "landing": "/"}', c.id, c.id, c.id
   from generate_series(1, 800) as n, (select min(id) as id from channel where campaign like 'bench %') as c`,
  `insert into funnel_step (visitor_id, series_id, step, episode_number, at)
   select '${BUSY}', drawn.id, step, 1, ${ago("place", "2 hours")} from drawn, unnest(array['first_frame', 'paywall']) as step
   where place between 1 and 600`,
  `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
   select '${BUSY}', drawn.id, drawn.id || '-' || n, 60, 90, true, ${ago("(place * 60 + n)", "40 minutes")}
   from drawn, generate_series(1, 40) as n where place < 60`,
  `insert into purchase_order (id, visitor_id, kind, state, series_id, title, currency, amount, method, client_token, language,
     created_at, paid_at)
   select 'bench-busy-' || place, '${BUSY}', 'unlock', 'paid', drawn.id, '{"en": "Bench"}', 'USD', 699, 'card', place, 'en',
     ${ago("place", "20 hours")}, ${ago("place", "20 hours")} from drawn where place between 1 and 300`,
  `insert into payment (id, order_id, gateway, remote_id, state, currency, amount, captured, initiator, created_at, updated_at)
   select id, id, 'stripe', id, 'succeeded', 'USD', 699, 699, 'customer', paid_at, paid_at from purchase_order
   where visitor_id = '${BUSY}'`,
  `insert into payment_attempt (id, payment_id, n, initiator, idem_key, request_hash, outcome, created_at, ended_at)
   select id, id, 1, 'customer', id, '', 'succeeded', created_at, created_at from payment where id like 'bench-busy-%'`,
  `insert into person_note (id, visitor_id, at, operator_id, text)
   select 'bench-busy-' || n, '${BUSY}', ${ago("n", "60 hours")}, 'bench', 'A note.' from generate_series(1, 100) as n`,
  `insert into consent (id, visitor_id, ads, analytics, version, at, network, language)
   select 'bench-busy-' || n, '${BUSY}', true, true, '1', ${ago("n", "80 hours")}, '127.0.0.0', 'en' from generate_series(1, 50) as n`,
  `insert into ticket (id, email, subject, text, language, visitor_id, state, created_at, closed_at)
   select 'bench-busy-' || n, 'busy@example.com', 'A question', 'Where is episode 12?', 'en', '${BUSY}', 'closed',
     ${ago("n", "70 hours")}, ${ago("n", "69 hours")} from generate_series(1, 100) as n`,
  `insert into ticket (id, email, subject, text, language, visitor_id, state, created_at, waiting_since)
   select 'bench-' || n, 'bench' || n || '@example.com', 'A question', 'Where is episode 12?', 'en', ${member("n")}, 'open',
     ${ago("n", "3 minutes")}, ${ago("n", "3 minutes")} from generate_series(1, 5000) as n`,
];
