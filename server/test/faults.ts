import { sql } from "kysely";
import type { Billing, Gateway, GatewayName } from "#billing";
import type { Db, Trx } from "#platform/db/database";

/** The calls of a gateway that a test interferes with. `charge` is the one that moves the money, also in a single step; `confirm` saves an instrument. */
type Call = "create" | "fetchPayment" | "charge" | "confirm";

/** An action at one call of a gateway. */
export interface Fault {
  call: Call;
  /** The number of the call of this kind, counted from 1. */
  n: number;
  when: "before" | "after";
  /** Throws to fail the call, returns a promise to delay it, or ends the process. */
  act: () => unknown;
}

/** Returns the gateway with faults before or after some of its calls. */
export function withFaults(gateway: Gateway, plan: readonly Fault[]): Gateway {
  const counts = new Map<Call, number>();
  const around = async <T>(call: Call, send: () => Promise<T>): Promise<T> => {
    const n = (counts.get(call) ?? 0) + 1;
    counts.set(call, n);
    const faults = plan.filter((fault) => fault.call === call && fault.n === n);
    for (const { act, when } of faults) if (when === "before") await act();
    const answer = await send();
    for (const { act, when } of faults) if (when === "after") await act();
    return answer;
  };
  const { saved, setups } = gateway;
  const changed: Partial<Gateway> = {
    create: (input) => around("create", () => gateway.create(input)),
    fetchPayment: (remoteId) => around("fetchPayment", () => gateway.fetchPayment(remoteId)),
    charge: (input) => around("charge", () => gateway.charge(input)),
    setups: override(setups, { confirm: (input) => around("confirm", () => setups.confirm(input)) }),
    saved:
      saved && override(saved, { send: (key, request) => around("charge", () => saved.send(key, request)) }),
  };
  return override(gateway, changed);
}

/** Injects faults into a gateway's calls until the returned function removes them. */
export function injectFaults(billing: Billing, name: GatewayName, plan: readonly Fault[]): () => void {
  const { gateways } = billing;
  const gateway = gateways.get(name);
  if (!gateway) throw new Error(`There is no gateway ${name}`);
  billing.gateways = new Map([...gateways, [name, withFaults(gateway, plan)]]);
  return () => {
    billing.gateways = gateways;
  };
}

/** The commits of a charge, or of a change of method, between which a process may die, distinguished by the rows that they write. */
const commits = {
  /** An attempt has started, and nothing was requested from the gateway. */
  begun: sql`select from payment_attempt where xmin = own and ended_at is null`,
  /** The id of the remote object is stored. */
  stored: sql`select from payment where xmin = own and remote_id is not null`,
  /** The outcome of the charge is stored. */
  settled: sql`select from payment where xmin = own and state in ('succeeded', 'declined')`,
  /** The method of a membership is replaced. */
  replaced: sql`select from instrument_setup where xmin = own and state = 'succeeded'`,
};

/** A commit of a charge or a change of method. */
export type Commit = keyof typeof commits;

/** Returns the database with an action after the first transaction that makes this commit. */
export function crashAfter(db: Db, commit: Commit, act: () => unknown): Db {
  return aroundCommit(db, commit, { after: act });
}

/** Returns the database with an action at the end of that transaction, inside it: if it throws, nothing is written. */
export function crashBefore(db: Db, commit: Commit, act: () => unknown): Db {
  return aroundCommit(db, commit, { before: act });
}

/** The moments of a charge, or of a change of method before it, at which the crash tests end a process, in order: around a commit of ours or a gateway call. */
const moments = {
  confirming: { call: "confirm", when: "before" },
  confirmed: { call: "confirm", when: "after" },
  replacing: { commit: "replaced", when: "before" },
  replaced: { commit: "replaced", when: "after" },
  begun: { commit: "begun", when: "after" },
  created: { call: "create", when: "after" },
  stored: { commit: "stored", when: "after" },
  fetched: { call: "fetchPayment", when: "after" },
  charging: { call: "charge", when: "before" },
  charged: { call: "charge", when: "after" },
  settling: { commit: "settled", when: "before" },
  settled: { commit: "settled", when: "after" },
} as const;

/** A moment of a charge or a change of method. */
export type CrashPoint = keyof typeof moments;

/** Runs an action at a moment of the first charge through a gateway, until the returned function ends this. */
export function crashAt(
  billing: Billing,
  gateway: GatewayName,
  point: CrashPoint,
  act: () => unknown,
): () => void {
  const { db, gateways } = billing;
  const moment = moments[point];
  if ("commit" in moment) {
    const crash = moment.when === "before" ? crashBefore : crashAfter;
    billing.db = crash(billing.db, moment.commit, act);
  } else {
    injectFaults(billing, gateway, [{ ...moment, n: 1, act }]);
  }
  return () => Object.assign(billing, { db, gateways });
}

function aroundCommit(
  db: Db,
  commit: Commit,
  { before, after }: { before?: () => unknown; after?: () => unknown },
): Db {
  let isOver = false;
  const execute = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
    let isMade = false;
    const result = await db.transaction().execute(async (trx) => {
      const written = await work(trx);
      isMade = !isOver && (await makes(trx, commit));
      if (isMade) await before?.();
      return written;
    });
    isOver ||= isMade;
    if (isMade) await after?.();
    return result;
  };
  return override(db, { transaction: () => ({ execute }) } as unknown as Partial<Db>);
}

async function makes(trx: Trx, commit: Commit): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select exists (select from (select pg_current_xact_id_if_assigned()::xid as own) as transaction,
      lateral (${commits[commit]}) as written) as made`.execute(trx);
  return rows[0]?.made ?? false;
}

/** Returns the object with some members replaced; all others still operate on the object itself. */
function override<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get(target, key) {
      if (Object.hasOwn(members, key)) return Reflect.get(members, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
