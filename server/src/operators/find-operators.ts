import type { Role } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { readerOf } from "./audit-log/read.ts";
import { countRows } from "./audit-log/repository.ts";
import * as repository from "./repository.ts";

/** Finds operators by a part of their address. */
export async function findOperators(
  db: Db,
  now: Date,
  text: string,
): Promise<{ id: string; email: string; role: Role }[]> {
  const wanted = text.trim().toLowerCase();
  // A team is a few people; one list serves this and its screen.
  const members = await repository.listMembers(db, now);
  return members
    .filter(({ id, email }) => id === wanted || email.includes(wanted))
    .map(({ id, email, role }) => ({ id, email, role }));
}

/** Returns the role that an operator has at this moment; null when they were switched off or never accepted. */
export async function findCurrentRole(db: Db, id: string): Promise<Role | null> {
  const operator = await repository.findOperator(db, { id });
  return operator?.state === "active" ? operator.role : null;
}

/** A request writes a row for each object that it changes. */
const MOST_ROWS = 1_000;

/** Counts the rows of the audit log that a request wrote, as far as the operator may read them. */
export function countRequestRows(
  db: Db,
  operator: { id: string; role: Role },
  requestId: string,
): Promise<number> {
  return countRows(db, readerOf(operator), { requestId }, MOST_ROWS);
}
