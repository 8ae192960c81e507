import type { WithdrawalEffect } from "@cliffhanger/contract";
import { countSeriesBuyers } from "#billing";
import { type Edited, isWithdrawable, readEdited, type Withdrawal, withdrawLive } from "#catalogue";
import { countWatching } from "#library";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { DomainError, invalid } from "#platform/http/errors";
import { listOpenDrops } from "#releases";

/** What an operator asks: what would happen, or that it happens as was answered. */
export interface WithdrawalRequest {
  id: string;
  version: number;
  everybody?: boolean | undefined;
  reason?: string | undefined;
  effect?: string | undefined;
}

const LEAST_REASON = 3;

/** Answers what withdrawing a series would do. */
export async function previewWithdrawal(
  db: Db,
  { id, everybody = false }: WithdrawalRequest,
): Promise<WithdrawalEffect> {
  const edited = await readEdited(db, id);
  if (!isWithdrawable(edited, everybody)) throw new DomainError(409, "already_so");
  return effectOf(db, edited, everybody);
}

/** Withdraws a series with the effect that the operator saw. */
export async function withdraw(acting: Acting, request: WithdrawalRequest): Promise<void> {
  await withdrawLive(acting, withdrawalOf(request), async (trx, edited) => {
    const { hash } = await effectOf(trx, edited, request.everybody ?? false);
    requireEffect(hash, request.effect, { by: edited.changedBy, at: edited.changedAt });
  });
}

/** Returns the withdrawal that is asked for. One for everybody needs a reason. */
export function withdrawalOf({ id, version, everybody = false, reason = "" }: WithdrawalRequest): Withdrawal {
  if (everybody && reason.length < LEAST_REASON)
    throw invalid([{ field: "reason", message: "Say in a few words why it ends for buyers too." }]);
  return { id, version, everybody, reason: reason === "" ? null : reason };
}

async function effectOf(db: Db, edited: Edited, everybody: boolean): Promise<WithdrawalEffect> {
  const { id, version, state, hasDraft } = edited;
  const [{ unlocked, ordering }, watching, drops] = await Promise.all([
    countSeriesBuyers(db, id),
    countWatching(db, id),
    listOpenDrops(db, id),
  ]);
  const figures = { unlocked, watching, ordering, drops: drops.length };
  // Viewers come and go every second: their number is compared by its size alone, or a busy series could never be withdrawn.
  const seen = { ...figures, watching: String(watching).length };
  const hash = effectHash([id, version, state, everybody, seen]);
  return { hash, figures, sentences: sentencesOf(figures, { everybody, hasDraft }) };
}

function sentencesOf(
  { unlocked, watching, ordering, drops }: WithdrawalEffect["figures"],
  { everybody, hasDraft }: { everybody: boolean; hasDraft: boolean },
): string[] {
  const people = (count: number) => (count === 1 ? "1 person" : `${count.toLocaleString("en")} people`);
  const is = (count: number) => (count === 1 ? "is" : "are");
  const bought = `${people(unlocked)} ${unlocked === 1 ? "has" : "have"} bought it`;
  const waiting = `${drops === 1 ? "1 planned drop waits" : `${drops.toLocaleString("en")} planned drops wait`} until it is published again.`;
  const orders = everybody
    ? "will not be charged; money that is on its way is returned."
    : "will not be charged; a payment that is on its way unlocks it as bought.";
  return [
    "Within seconds it leaves home, search, lists, the sitemap and its own page, and nobody can buy it.",
    unlocked === 0
      ? "Nobody has bought it."
      : everybody
        ? `${bought} and can no longer watch it. Refunds are made on each order.`
        : `${bought} and can go on watching it.`,
    ...(watching > 0
      ? [
          `${people(watching)} ${is(watching)} in the middle of it: ${
            everybody ? "it stops for all of them." : "it stops for those who have not bought it."
          }`,
        ]
      : []),
    ...(ordering > 0 ? [`${people(ordering)} with an open order ${orders}`] : []),
    ...(drops > 0 ? [waiting] : []),
    ...(hasDraft ? ["Unpublished changes stay in its draft."] : []),
  ];
}
