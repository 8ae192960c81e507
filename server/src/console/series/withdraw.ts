import type { Language, WithdrawalEffect } from "@cliffhanger/contract";
import { countSeriesBuyers } from "#billing";
import { type Edited, isWithdrawable, readEdited, type Withdrawal, withdrawLive } from "#catalogue";
import { countWatching } from "#library";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { DomainError, invalid } from "#platform/http/errors";
import { messagesIn, type Translate } from "#platform/messages";
import { faultAt } from "#platform/said";
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

/** Answers what withdrawing a series would do, in the operator's language. */
export async function previewWithdrawal(
  db: Db,
  { id, everybody = false }: WithdrawalRequest,
  language: Language,
): Promise<WithdrawalEffect> {
  const edited = await readEdited(db, id);
  if (!isWithdrawable(edited, everybody)) throw new DomainError(409, "already_so");
  const { hash, figures } = await effectOf(db, edited, everybody);
  const sentences = sentencesOf(figures, { everybody, hasDraft: edited.hasDraft }, messagesIn(language));
  return { hash, figures, sentences };
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
    throw invalid([faultAt("reason", (t) => t("effect.withdraw.reason"))]);
  return { id, version, everybody, reason: reason === "" ? null : reason };
}

async function effectOf(db: Db, edited: Edited, everybody: boolean) {
  const { id, version, state } = edited;
  const [{ unlocked, ordering }, watching, drops] = await Promise.all([
    countSeriesBuyers(db, id),
    countWatching(db, id),
    listOpenDrops(db, id),
  ]);
  const figures = { unlocked, watching, ordering, drops: drops.length };
  // Viewers come and go every second: their number is compared by its size alone, or a busy series could never be withdrawn.
  const seen = { ...figures, watching: String(watching).length };
  return { hash: effectHash([id, version, state, everybody, seen]), figures };
}

function sentencesOf(
  { unlocked, watching, ordering, drops }: WithdrawalEffect["figures"],
  { everybody, hasDraft }: { everybody: boolean; hasDraft: boolean },
  t: Translate,
): string[] {
  const [watch, order] = everybody
    ? (["effect.withdraw.watchingAll", "effect.withdraw.orderingAll"] as const)
    : (["effect.withdraw.watching", "effect.withdraw.ordering"] as const);
  const bought = everybody ? "effect.withdraw.lose" : "effect.withdraw.keep";
  return [
    t("effect.withdraw.leaves"),
    unlocked === 0 ? t("effect.withdraw.nobody") : t(bought, { count: unlocked }),
    ...(watching > 0 ? [t(watch, { count: watching })] : []),
    ...(ordering > 0 ? [t(order, { count: ordering })] : []),
    ...(drops > 0 ? [t("effect.withdraw.drops", { count: drops })] : []),
    ...(hasDraft ? [t("effect.withdraw.draft")] : []),
  ];
}
