import type { ConsolePlan, ConsolePlanPrice } from "@cliffhanger/contract/console/plans";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { formatFull, formatNow } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import { sizeWords } from "./plan-words.ts";
import styles from "./plans.module.css";

/** What a plan costs in each currency, what is planned, and what its members renew at. */
export function PlanPrices({ plan: { id, name, prices } }: { plan: ConsolePlan }) {
  if (prices.length === 0) return <Empty text={t("plans.noPrice")} />;
  return (
    <table className={rows.table} aria-label={t("plans.pricesOf", { name })}>
      <thead>
        <tr>
          <th>{t("plans.currency")}</th>
          <th>{t("plans.price")}</th>
          <th>{t("plans.planned")}</th>
          <th>{t("plans.renewsAt")}</th>
          <th className={styles.number}>{t("plans.net")}</th>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <tr key={price.currency}>
            <td>{price.currency}</td>
            <td>
              <span className={rows.label}>{t("plans.price")}</span>
              <span className={styles.price}>{price.price?.display ?? t("plans.notSold")}</span>
              {price.perDay && (
                <span className={styles.quiet}> {t("plans.perDay", { price: price.perDay.display })}</span>
              )}
            </td>
            <td>
              <span className={rows.label}>{t("plans.planned")}</span>
              <Planned planId={id} name={name} price={price} />
            </td>
            <td>
              <span className={rows.label}>{t("plans.renewsAt")}</span>
              {price.renews.length === 0 ? (
                <span className={rows.muted}>{t("plans.nobody")}</span>
              ) : (
                price.renews.map(({ price: at, members }) => (
                  <div key={at.amount}>
                    {at.display} <span className={styles.quiet}>{sizeWords(members)}</span>
                  </div>
                ))
              )}
            </td>
            <td className={styles.number}>
              <span className={rows.label}>{t("plans.net")}</span>
              {price.net?.display ?? t("plans.few")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The prices that begin later, each with the button that cancels it. */
export function Planned({
  planId,
  name,
  price: { currency, planned },
}: {
  planId: string | null;
  name: string;
  price: Pick<ConsolePlanPrice, "currency" | "planned">;
}) {
  const mayWrite = useMay("plan.write");
  const [, change] = useAddress();
  if (planned.length === 0) return <span className={rows.muted}>–</span>;
  return planned.map(({ at, price }) => (
    <div key={at} className={styles.planned}>
      <span>
        {price?.display ?? t("plans.notSold")}{" "}
        <span className={styles.quiet} title={formatFull(at)}>
          {t("plans.from", { at: formatNow(new Date(at)) })}
        </span>
      </span>
      {mayWrite && (
        <RowButton
          act={t("plans.cancelPlanned")}
          row={`${name}, ${currency}, ${formatNow(new Date(at))}`}
          onClick={() => change({ dialog: "cancel", plan: planId, currency, at })}
        />
      )}
    </div>
  ));
}
