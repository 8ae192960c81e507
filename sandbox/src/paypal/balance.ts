import { createHash } from "node:crypto";
import { unprocessable } from "./errors.ts";
import { transactionId } from "./ids.ts";
import { convert } from "./money.ts";
import { type Capture, type Dispute, type Refund, settingsOf, type Withdrawal, type World } from "./state.ts";

/** A transaction that moved the shop's balance, as the report lists it. */
export interface BalanceLine {
  id: string;
  /** PayPal's transaction event code, such as T0006 for a checkout. */
  code: string;
  at: number;
  updatedAt: number;
  currency: string;
  amount: number;
  fee: number;
  status: "S" | "P" | "D" | "V";
  /** The transaction that caused it; null for one of its own. */
  reference: string | null;
  invoiceId: string | null;
  customId: string | null;
  buyer: string;
}

/** Returns everything that moved the balance, the conversions of each transaction behind it. */
export function balanceLines(world: World): BalanceLine[] {
  const { store } = world;
  const captures = store.list<Capture>("capture");
  const byId = new Map(captures.map((capture) => [capture.id, capture]));
  const lines = [
    ...captures.filter(isCompleted).map(captureLine),
    ...store.list<Refund>("refund").flatMap((one) => refundLines(one, byId.get(one.captureId))),
    ...store.list<Dispute>("dispute").flatMap((one) => feeLines(one, byId.get(one.captureId))),
    ...store.list<Withdrawal>("withdrawal").flatMap(withdrawalLines),
  ];
  return lines
    .flatMap((line) => [line, ...conversionOf(world, line)])
    .sort((one, other) => one.at - other.at);
}

/** Returns the captures that have moved nothing: those under review, and those that failed. */
export function waitingCaptures({ store }: Pick<World, "store">): BalanceLine[] {
  return store
    .list<Capture>("capture")
    .filter((one) => !isCompleted(one))
    .map((one) => ({ ...captureLine(one), fee: 0, status: one.status === "PENDING" ? "P" : "D" }));
}

/** Takes money to the shop's bank: all of a currency by default. */
export function withdraw(world: World, currency: string, wanted: number | null): Withdrawal {
  const left = balanceLines(world)
    .filter((line) => line.currency === currency && line.at <= world.clock.now())
    .reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const amount = wanted ?? left;
  if (amount < 1 || amount > left) throw unprocessable("INSUFFICIENT_FUNDS");
  const made = { id: transactionId(), currency, amount, at: world.clock.now(), returnedAt: null };
  world.store.put("withdrawal", made.id, made);
  return made;
}

/** Lets the bank send a withdrawal back. */
export function returnWithdrawal(world: World, id: string): Withdrawal {
  const before = world.store.get<Withdrawal>("withdrawal", id);
  if (!before || before.returnedAt !== null) throw unprocessable("TRANSACTION_REFUSED");
  const after = { ...before, returnedAt: world.clock.now() };
  world.store.put("withdrawal", id, after);
  return after;
}

/** Returns what PayPal converts an amount to at a moment; null where the account keeps its currency. */
export function converted(
  world: Pick<World, "store">,
  { currency, amount, at }: Pick<BalanceLine, "currency" | "amount" | "at">,
): { currency: string; amount: number; rate: string } | null {
  const inForce = settingsOf(world).conversions.find(
    ({ since, until }) => since <= at && (until === null || at < until),
  );
  const made = inForce ? convert(currency, amount, inForce.into) : null;
  return made && inForce ? { ...made, currency: inForce.into } : null;
}

function isCompleted({ status }: Capture): boolean {
  return status === "COMPLETED" || status === "PARTIALLY_REFUNDED" || status === "REFUNDED";
}

function captureLine(one: Capture): BalanceLine {
  return {
    id: one.id,
    code: one.merchantInitiated ? "T0003" : "T0006",
    at: one.completedAt ?? one.createdAt,
    updatedAt: one.updatedAt,
    currency: one.currency,
    amount: one.amount,
    fee: one.fee,
    status: one.status === "REFUNDED" ? "V" : "S",
    reference: null,
    invoiceId: one.invoiceId,
    customId: one.customId,
    buyer: one.buyer,
  };
}

const ofCapture = (capture: Capture | undefined) => ({
  invoiceId: null,
  customId: capture?.customId ?? null,
  buyer: capture?.buyer ?? "",
  status: "S" as const,
  fee: 0,
});

/** A refund moves the balance once it is completed, and again if it fails afterwards. */
function refundLines(one: Refund, capture: Capture | undefined): BalanceLine[] {
  const { id, captureId, currency, amount, invoiceId } = one;
  const at = one.completedAt === undefined && one.status === "COMPLETED" ? one.createdAt : one.completedAt;
  if (at === null || at === undefined) return [];
  const given: BalanceLine = {
    ...ofCapture(capture),
    id,
    code: one.by === "reversal" ? "T1106" : "T1107",
    at,
    updatedAt: one.updatedAt,
    currency,
    amount: -amount,
    reference: captureId,
    invoiceId,
  };
  const back = one.returnedAt ?? null;
  if (back === null) return [given];
  return [
    given,
    { ...given, id: derived(id, "back"), code: "T1100", at: back, updatedAt: back, amount, reference: id },
  ];
}

function feeLines(one: Dispute, capture: Capture | undefined): BalanceLine[] {
  if (one.fee === 0) return [];
  const line = (what: string, code: string, at: number, amount: number): BalanceLine => ({
    ...ofCapture(capture),
    id: derived(one.id, what),
    code,
    at,
    updatedAt: at,
    currency: one.currency,
    amount,
    reference: one.captureId,
  });
  return [
    line("fee", "T0106", one.createdAt, -one.fee),
    ...(one.feeReturned ? [line("fee back", "T1108", one.updatedAt, one.fee)] : []),
  ];
}

function withdrawalLines(one: Withdrawal): BalanceLine[] {
  const line = (id: string, code: string, at: number, amount: number): BalanceLine => ({
    ...ofCapture(undefined),
    id,
    code,
    at,
    updatedAt: at,
    currency: one.currency,
    amount,
    reference: code === "T0400" ? null : one.id,
  });
  return [
    line(one.id, "T0400", one.at, -one.amount),
    ...(one.returnedAt === null ? [] : [line(derived(one.id, "back"), "T1101", one.returnedAt, one.amount)]),
  ];
}

/** A conversion is two transactions: one leaves the currency, the other arrives in the account's. */
function conversionOf(world: World, line: BalanceLine): BalanceLine[] {
  const { id, at, currency, amount, fee } = line;
  const made = converted(world, { currency, amount: amount - fee, at });
  if (!made) return [];
  const half = (what: string, of: Pick<BalanceLine, "currency" | "amount">): BalanceLine => ({
    ...line,
    ...of,
    id: derived(id, what),
    code: "T0200",
    updatedAt: at,
    fee: 0,
    status: "S",
    reference: id,
    invoiceId: null,
    customId: null,
  });
  return [half("from", { currency, amount: fee - amount }), half("into", made)];
}

/** Returns the number of a transaction that follows from another: 17 characters, always the same ones. */
function derived(id: string, what: string): string {
  const digest = createHash("sha256").update(`${id} ${what}`).digest();
  return [...digest.subarray(0, 17)].map((byte) => "0123456789ABCDEFGHJKLMNPRSTUVWXY"[byte % 32]).join("");
}
