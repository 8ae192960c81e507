import { inTransaction, type Trx } from "#platform/db/database";
import { isTimeout } from "#platform/db/errors";
import { type Readings, ReplicaLagError } from "#platform/db/replica";
import { DomainError } from "#platform/http/errors";
import { limitStatements } from "./repository.ts";

/** Reports read large parts of the database, and viewers must not wait for its connections. */
const CONNECTIONS = 2;
const WAITING = 20;
const STATEMENT_TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = 10;

/** Runs a report on one connection and in one state of the database; `asOf` is the moment that a replica shows, else null. */
export type ReadReport = <T>(read: (trx: Trx, asOf: Date | null) => Promise<T>) => Promise<T>;

/**
 * Returns what runs reports: two at a time, the others wait in turn, and a statement of more than five seconds is given up.
 * Refuses when many wait already, and when the replica that it reads is too far behind.
 */
export function openReports(
  { db, check }: Pick<Readings, "db" | "check">,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
): ReadReport {
  const waiting: (() => void)[] = [];
  let running = 0;
  const take = async () => {
    if (running < CONNECTIONS) running += 1;
    else if (waiting.length >= WAITING) throw refused("reports_busy");
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const give = () => {
    const next = waiting.shift();
    // The connection goes to the next one, so the number of those that run stays.
    if (next) next();
    else running -= 1;
  };
  return async (read) => {
    await take();
    try {
      const asOf = await check();
      return await inTransaction(db, async (trx) => {
        await limitStatements(trx, statementTimeoutMs);
        return read(trx, asOf);
      });
    } catch (error) {
      if (error instanceof ReplicaLagError) throw refused("replica_behind");
      throw isTimeout(error) ? refused("report_too_long") : error;
    } finally {
      give();
    }
  };
}

function refused(reason: "reports_busy" | "report_too_long" | "replica_behind"): DomainError {
  return new DomainError(503, reason, { retryAfter: RETRY_AFTER_SECONDS });
}
