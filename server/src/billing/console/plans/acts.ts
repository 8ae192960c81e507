import type { Language, PlanAct, PlanPriceEffect } from "@cliffhanger/contract";
import type { Acting } from "#platform/db/audit";
import { inTransaction } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { changedMeanwhile, invalid } from "#platform/http/errors";
import { messagesIn } from "#platform/messages";
import { listMemberGroups } from "../../records/members/repository.ts";
import { listPlanRows } from "../../records/plans/repository.ts";
import { addPlan, movePlan, requirePlan, sellPlan, titleOf } from "../../sales/change.ts";
import { PlanError } from "../../sales/plan-error.ts";
import { type PriceGateways, parseChanges } from "../../sales/price-steps.ts";

/** Adds a plan, takes one off sale or back on, or moves one; returns nothing for an act that is done. */
export async function changePlans(acting: Acting, body: PlanAct, gateways: PriceGateways): Promise<void> {
  if (body.act === "add") {
    const { id, days, name, description, prices } = body;
    const parsed = parseChanges(prices, gateways).prices;
    return addPlan(acting, id, { days: String(days), name, description, prices: parsed });
  }
  if (body.act === "order")
    return inTransaction(acting.db, async (trx) => {
      const present = (await listPlanRows(trx)).map(({ id }) => id);
      const at = acting.clock.now();
      if (present.join() !== body.from.join()) throw changedMeanwhile({ by: null, at });
      await movePlan({ ...acting, db: trx }, body.id, String(body.place));
    });
  return inTransaction(acting.db, async (trx) => {
    const { hash } = await previewSelling({ ...acting, db: trx }, body, "en");
    requireEffect(hash, body.effect, { by: null, at: acting.clock.now() });
    await sellPlan({ ...acting, db: trx }, body.id, body.isSold);
  });
}

/** Answers what taking a plan off sale, or putting it back, would do. */
export async function previewSelling(
  { db, clock }: Pick<Acting, "db" | "clock">,
  { id, isSold }: { id: string; isSold: boolean },
  language: Language,
): Promise<PlanPriceEffect> {
  const plan = await requirePlan(db, id);
  const name = titleOf(plan.name);
  if (plan.active === isSold)
    throw new PlanError((say) => say(isSold ? "planFault.onSale" : "planFault.offSale", { name }));
  const t = messagesIn(language);
  const groups = (await listMemberGroups(db, clock.now())).filter(({ plan_id }) => plan_id === id);
  const members = groups.reduce((sum, { count }) => sum + count, 0);
  const kept = members === 0 ? t("effect.price.nobody") : t("effect.sale.members", { count: members });
  return {
    hash: effectHash([id, plan.active, isSold]),
    typed: [],
    sentences: isSold
      ? [t("effect.sale.on", { name }), kept]
      : [t("effect.sale.off", { name }), kept, t("effect.sale.orders"), t("effect.sale.again")],
  };
}

/** Turns what a change of plans refuses into a message at a field. */
export async function namingPlan<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw invalid([error.at(field)]);
  }
}
