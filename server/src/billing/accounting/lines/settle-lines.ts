import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import {
  connectCaptures,
  findLines,
  findOrdersOfCaptures,
  insertLines,
  type LineRow,
  markDifferent,
  matchLine,
  takeMatchable,
} from "../../records/balance/repository.ts";
import type { GatewayName, RemoteLine } from "../../records/gateway.ts";
import { findSources } from "../../records/ledger/repository.ts";
import { type Posting, postAll } from "../ledger/post.ts";
import { entriesOfLine, entriesOfMatch } from "./entries.ts";

/**
 * Stores lines of a gateway's balance and posts each once: it settles what the gateway owes us for its order. One that
 * belongs to no known order goes to suspense until {@link matchLines} finds it. Returns how many were new.
 */
export async function settleLines(
  trx: Trx,
  gateway: GatewayName,
  lines: readonly RemoteLine[],
  at: Date,
): Promise<number> {
  const known = new Map(
    (await findLines(trx, gateway, [...new Set(lines.map(({ remoteId }) => remoteId))])).map((row) => [
      row.remote_id,
      row,
    ]),
  );
  const fresh: RemoteLine[] = [];
  for (const line of lines) {
    const stored = known.get(line.remoteId);
    if (stored) await compare(trx, stored, line);
    else fresh.push(line);
  }
  const orders = await findOrdersOfCaptures(trx, gateway, capturesOf(fresh));
  const rows = fresh.map((line) => rowOf(gateway, line, orders.get(line.captureRemoteId ?? "") ?? null));
  const inserted = await insertLines(trx, rows);
  const added = rows.filter(({ id }) => inserted.has(id));
  const oldFees = await findOldFees(trx, added);
  await postAll(
    trx,
    added.map((row) => ({
      source: `settled:${gateway}:${row.remote_id}`,
      orderId: row.order_id,
      at,
      entries: entriesOfLine(row, hasOldFee(row, oldFees)),
    })),
  );
  await connectCaptures(trx, [...inserted]);
  return inserted.size;
}

/** Settles lines from suspense whose order is known by now; returns how many. */
export async function matchLines(trx: Trx, gateway: GatewayName, at: Date, limit: number): Promise<number> {
  const rows = await takeMatchable(trx, gateway, limit);
  const oldFees = await findOldFees(trx, rows);
  const postings: Posting[] = [];
  for (const { found_order: orderId, ...row } of rows) {
    await matchLine(trx, row.id, orderId);
    const entries = entriesOfMatch(row, hasOldFee(row, oldFees));
    postings.push({ source: `matched:${gateway}:${row.remote_id}`, orderId, at, entries });
  }
  await postAll(trx, postings);
  await connectCaptures(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

function rowOf(gateway: GatewayName, line: RemoteLine, orderId: string | null): LineRow {
  const [gross, fee] = [Math.round(line.gross), Math.round(line.fee)];
  return {
    id: newId(line.at),
    gateway,
    remote_id: line.remoteId,
    kind: line.kind,
    currency: line.currency,
    gross,
    fee,
    net: gross - fee,
    source_currency: line.source?.currency ?? null,
    source_amount: line.source ? Math.round(line.source.amount) : null,
    rate: line.rate,
    capture_remote_id: line.captureRemoteId,
    source_id: line.sourceId,
    payment_id: line.paymentId,
    order_id: orderId,
    payout_id: null,
    available_on: line.availableOn,
    at: line.at,
    differs: null,
  };
}

/** A stored line never changes: what the gateway says otherwise later is evidence for reconciliation. */
async function compare(trx: Trx, stored: LineRow, line: RemoteLine): Promise<void> {
  const { currency } = line;
  const [gross, fee] = [Math.round(line.gross), Math.round(line.fee)];
  if (stored.currency === currency && stored.gross === gross && stored.fee === fee) return;
  await markDifferent(trx, stored.id, { currency, gross, fee });
}

function capturesOf(lines: readonly { captureRemoteId: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ captureRemoteId: id }) => id ?? []))];
}

/** The version before posted fees by themselves: those are not posted again. */
function oldFeeOf({ gateway, kind, capture_remote_id: capture }: LineRow): string[] {
  return kind === "sale" && capture !== null ? [`fee:${gateway}:${capture}`] : [];
}

function findOldFees(trx: Trx, rows: readonly LineRow[]): Promise<Set<string>> {
  return findSources(trx, rows.flatMap(oldFeeOf));
}

function hasOldFee(row: LineRow, posted: ReadonlySet<string>): boolean {
  return oldFeeOf(row).some((source) => posted.has(source));
}
