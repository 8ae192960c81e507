import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { PlanDialogs } from "../features/plans/plan-dialogs.tsx";
import { PlanList } from "../features/plans/plan-list.tsx";
import styles from "../features/plans/plans.module.css";
import { Sheet } from "../features/plans/sheet.tsx";
import { UnlockPrices } from "../features/plans/unlock-prices.tsx";
import { call } from "../lib/call.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** Plans in the order of viewers' sheet, with their prices and members, and that sheet beside them. */
export function PlansScreen() {
  const [, change] = useAddress();
  const mayWrite = useMay("plan.write");
  const query = useQuery({ queryKey: ["plans"], queryFn: () => call("GET /api/console/plans") });
  return (
    <Page
      title={t("plans.title")}
      hint={t("plans.hint")}
      acts={
        mayWrite && (
          <Button
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => change({ dialog: "new", plan: null })}
          >
            {t("plans.new")}
          </Button>
        )
      }
    >
      <Loadable query={query} skeleton={<Grey />}>
        {(plans) => (
          <>
            {!plans.isOpen && <p className={styles.quiet}>{t("plans.closed")}</p>}
            <div className={styles.columns}>
              <div className={styles.stack}>
                <PlanList plans={plans.list} />
                <UnlockPrices prices={plans.unlock} />
              </div>
              <Sheet plans={plans} />
            </div>
            <PlanDialogs plans={plans} />
          </>
        )}
      </Loadable>
    </Page>
  );
}

function Grey() {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <Panel title={t("plans.title")}>
          <Skeletons rows={4} />
        </Panel>
        <Panel title={t("plans.unlock")}>
          <Skeletons rows={2} />
        </Panel>
      </div>
      <Panel title={t("plans.sheet")}>
        <Skeletons rows={9} />
      </Panel>
    </div>
  );
}
