import type { ConsolePlans } from "@cliffhanger/contract/console/plans";
import { Button } from "@mantine/core";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/panel.tsx";
import rows from "../../ui/rows.module.css";
import { Planned } from "./plan-prices.tsx";
import styles from "./plans.module.css";

/** What a series costs that has no price of its own. */
export function UnlockPrices({ prices }: { prices: ConsolePlans["unlock"] }) {
  const mayWrite = useMay("plan.write");
  const [, change] = useAddress();
  return (
    <Panel
      title={t("plans.unlock")}
      hint={t("plans.unlockHint")}
      acts={
        mayWrite && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => change({ dialog: "unlock-price", plan: null })}
          >
            {t("plans.setUnlock")}
          </Button>
        )
      }
    >
      {prices.length === 0 ? (
        <Empty text={t("plans.noUnlock")} />
      ) : (
        <table className={rows.table} aria-label={t("plans.unlock")}>
          <thead>
            <tr>
              <th>{t("plans.currency")}</th>
              <th>{t("plans.price")}</th>
              <th>{t("plans.planned")}</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.currency}>
                <td>{price.currency}</td>
                <td>
                  <span className={rows.label}>{t("plans.price")}</span>
                  <span className={styles.price}>{price.price?.display ?? t("plans.notSold")}</span>
                </td>
                <td>
                  <span className={rows.label}>{t("plans.planned")}</span>
                  <Planned planId={null} name={t("plans.unlock")} price={price} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
