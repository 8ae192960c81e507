import type { Acting } from "#platform/db/audit";
import { invalid } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { changedSince, editing } from "./edit.ts";
import { type CheckNumbers, orderOf, requireReleasable } from "./order.ts";

/** An order of episodes: what the operator saw, and what they want. */
export interface Reordering {
  id: string;
  from: readonly string[];
  order: readonly string[];
  /** Number them from 1 without a gap, instead of giving out the present numbers again. */
  closeGaps?: boolean | undefined;
}

/**
 * Puts the episodes of a series in another order, in its draft when it is live. `check` refuses new numbers, within the
 * transaction.
 */
export async function reorderEpisodes(
  acting: Acting,
  { id, from, order, closeGaps = false }: Reordering,
  check: CheckNumbers,
): Promise<void> {
  await editing(acting, { id, action: "episode.reorder", cause: "change" }, async (trx, edited) => {
    const { content, live, state, hasDraft } = edited;
    const present = orderOf(content);
    const isSeen = [from, order].some((one) => one.join() === present.join());
    if (!isSeen || order.toSorted().join() !== present.toSorted().join()) throw changedSince(edited);
    if (closeGaps && (state === "live" || hasDraft))
      throw invalid([faultAt("order", (t) => t("orderFault.numbers"))]);
    const given = present.map((one) => content.numbers?.[one] ?? 0);
    const numbers = Object.fromEntries(
      order.map((one, at) => [one, closeGaps ? at + 1 : (given[at] ?? at + 1)]),
    );
    await requireReleasable(trx, id, { from: live.numbers, to: numbers });
    await check(trx, { from: content.numbers, to: numbers });
    return { ...content, numbers };
  });
}
