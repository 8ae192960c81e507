import { sql } from "kysely";
import { randomWord } from "../ids.ts";
import type { Db } from "./database.ts";

/** How long a lease outlives its last renewal: what a process that died held is free after this time. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/**
 * Takes or renews the exclusive right to do some work for a number of seconds. Returns false while another holder has
 * it. Uses the database's clock, so nodes need not agree on the time. Unlike a session lock it works behind a
 * connection pooler.
 */
export async function takeLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until < now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Returns whether a process has the exclusive right to do some work now. */
export async function isLeased(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from lease where name = ${name} and until > now()`.execute(db);
  return rows.length > 0;
}

/**
 * Runs work unless another process on the database is running it; returns whether it ran. The lease is renewed while the
 * work runs. Half a minute after a process died, another one may take it.
 */
export async function withLease(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const holder = randomWord(16);
  if (!(await takeLease(db, name, holder, LEASE_SECONDS))) return false;
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // The lease outlives two failed renewals.
    renewal = takeLease(db, name, holder, LEASE_SECONDS).catch(() => undefined);
  }, RENEW_MS).unref();
  try {
    await work();
    return true;
  } finally {
    clearInterval(timer);
    await renewal; // would otherwise take the lease again after its release
    await sql`delete from lease where name = ${name} and holder = ${holder}`.execute(db);
  }
}
