import type { ConsolePlan } from "@cliffhanger/contract/console/plans";
import { VisuallyHidden } from "@mantine/core";
import { languages } from "../../lib/languages.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import { MoveHandle } from "../../ui/move-handle.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { type Reorder, useReorder } from "../../ui/use-reorder.ts";
import { PlanPrices } from "./plan-prices.tsx";
import { sizeWords } from "./plan-words.ts";
import styles from "./plans.module.css";
import { usePlanOrder } from "./use-plan-acts.ts";

/** The plans in their order, which is changed by drag, by keys or by a chosen place. */
export function PlanList({ plans }: { plans: readonly ConsolePlan[] }) {
  const mayWrite = useMay("plan.write");
  const { failure, move } = usePlanOrder();
  const ids = plans.map(({ id }) => id);
  const reorder = useReorder(
    ids,
    (id) => plans.find((plan) => plan.id === id)?.name ?? id,
    (id, before) => {
      const others = ids.filter((one) => one !== id);
      move(ids, id, before === null ? ids.length : others.indexOf(before) + 1);
    },
  );
  if (plans.length === 0) return <Empty text={t("plans.empty")} />;
  return (
    <>
      <Failure text={failure} />
      <ul className={styles.list} aria-label={t("plans.title")}>
        {plans.map((plan) => (
          <Plan key={plan.id} plan={plan} reorder={mayWrite && plans.length > 1 ? reorder : null} />
        ))}
      </ul>
      <VisuallyHidden role="status">{reorder.said}</VisuallyHidden>
    </>
  );
}

function Plan({ plan, reorder }: { plan: ConsolePlan; reorder: Reorder | null }) {
  const mayWrite = useMay("plan.write");
  const [, change] = useAddress();
  const { id, name, names, descriptions, periodDays, isSold, members } = plan;
  const open = (dialog: string) => change({ dialog, plan: id });
  const lacking = languages.filter(
    (code) => !names[code] || (descriptions.en !== undefined && !descriptions[code]),
  );
  return (
    <li className={styles.plan} {...reorder?.rowOf(id)}>
      <div className={styles.head}>
        {reorder && <MoveHandle reorder={reorder} id={id} />}
        <div className={styles.words}>
          <h2 className={styles.name}>
            {name}
            {!isSold && <Mark tone="amber">{t("plans.off")}</Mark>}
            {lacking.length > 0 && (
              <Mark>
                {t("plans.lacks", { languages: lacking.map((code) => code.toUpperCase()).join(", ") })}
              </Mark>
            )}
          </h2>
          <p className={styles.quiet}>
            {t("plans.about", { days: periodDays })} · {sizeWords(members)}
          </p>
        </div>
        {mayWrite && (
          <span className={styles.acts}>
            <RowButton act={t("plans.setPrice")} row={name} onClick={() => open("price")} />
            <RowButton act={t("plans.texts")} row={name} onClick={() => open("texts")} />
            <RowButton
              act={t(isSold ? "plans.takeOff" : "plans.putBack")}
              row={name}
              onClick={() => open("sell")}
            />
          </span>
        )}
      </div>
      <PlanPrices plan={plan} />
    </li>
  );
}
