import type { OperatorSession } from "@cliffhanger/contract";
import { stringifySetCookie } from "cookie";
import type { Actor } from "#platform/actor";
import type { Trx } from "#platform/db/database";
import { describeDevice } from "#platform/device";
import { type ConsoleOrigin, consoleCookieName, type OperatorCaller } from "#platform/http/operator-gate";
import { newId, randomWord } from "#platform/ids";
import { later, lifetimes, MAX_SESSIONS, type Operators } from "./operators.ts";
import * as repository from "./repository.ts";
import { hashOf } from "./seal.ts";

/** A use is recorded at most this often. */
const SEEN_EVERY_MS = 30_000;

/** A session that was just opened: its secret is for the cookie alone. */
export interface OpenedSession {
  token: string;
  session: repository.SessionRow;
}

/** Opens a session with a new secret; above five, the oldest ends. */
export async function openSession(
  { clock }: Operators,
  trx: Trx,
  operatorId: string,
  origin: ConsoleOrigin,
): Promise<OpenedSession> {
  const at = clock.now();
  const token = randomWord(32);
  const session = {
    id: newId(at),
    operator_id: operatorId,
    token_hash: hashOf(token),
    device: await describeDevice(origin.userAgent),
    network: origin.address,
    created_at: at,
    last_used_at: at,
    // Signing in is a proof of identity of this moment.
    fresh_until: later(at, lifetimes.fresh),
    ends_at: later(at, lifetimes.session),
  };
  await repository.insertSession(trx, session, MAX_SESSIONS);
  return { token, session };
}

/** Returns the headers that give a browser its session, or take it away when `token` is null. */
export function cookieHeaders(origin: ConsoleOrigin, token: string | null): Record<string, string> {
  const cookie = stringifySetCookie({
    name: consoleCookieName(origin.secure),
    value: token ?? "",
    path: "/api/console",
    httpOnly: true,
    sameSite: "strict",
    secure: origin.secure,
    ...(token === null ? { maxAge: 0 } : { maxAge: lifetimes.session / 1000 }),
  });
  return { "set-cookie": cookie };
}

/** Identifies the operator of a request; null without a session that lives. */
export async function identifyOperator(
  operators: Operators,
  origin: ConsoleOrigin,
  { polls }: { polls: boolean },
): Promise<OperatorCaller | null> {
  if (origin.token === null) return null;
  const { db, clock } = operators;
  const found = await repository.findSession(db, hashOf(origin.token));
  const now = clock.now();
  if (found?.operator.state !== "active" || !isLive(operators, found, now)) return null;
  if (!polls && now.getTime() - found.last_used_at.getTime() >= SEEN_EVERY_MS)
    await repository.updateSession(db, found.id, { last_used_at: now });
  const { id, role } = found.operator;
  return {
    id,
    role,
    sessionId: found.id,
    freshUntil: found.fresh_until,
    methods: [
      ...(found.has_passkey ? (["passkey"] as const) : []),
      ...(found.has_password ? (["password"] as const) : []),
    ],
    actor: operatorActor(found.operator, found.id, origin),
  };
}

function isLive(operators: Operators, session: repository.SessionRow, now: Date): boolean {
  // A clock that was set back makes no session older or younger than it is allowed to be.
  return (
    session.ends_at > now && session.created_at <= later(now, 60_000) && idleEndOf(operators, session) > now
  );
}

/** Returns when a session ends without further use. */
export function idleEndOf({ idleMinutes }: Operators, { last_used_at: used }: repository.SessionRow): Date {
  return later(used, idleMinutes * 60_000);
}

/** Returns how the audit log names an operator. */
export function operatorActor(
  { id, role }: Pick<repository.OperatorRow, "id" | "role">,
  sessionId: string | null,
  origin: ConsoleOrigin,
): Actor {
  return { kind: "operator", id, role, sessionId, network: origin.address };
}

/** Lists the sessions of the caller that live, the newest first. */
export async function listOwnSessions(
  operators: Operators,
  caller: OperatorCaller,
): Promise<OperatorSession[]> {
  const now = operators.clock.now();
  const rows = await repository.listSessions(operators.db, caller.id);
  return rows
    .filter((row) => isLive(operators, row, now))
    .map((row) => ({
      id: row.id,
      current: row.id === caller.sessionId,
      device: row.device,
      network: row.network,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_used_at.toISOString(),
    }));
}
