import type { ConsolePlan } from "@cliffhanger/contract/console/plans";
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./plans.module.css";
import { useShownAct } from "./use-plan-acts.ts";

/** Takes a plan off sale or puts it back, with what that does shown beforehand. */
export function SellPlan({ plan: { id, name, isSold }, close }: { plan: ConsolePlan; close: () => void }) {
  const shown = useShownAct(
    (sent) => call("POST /api/console/plans", { act: "sell", id, isSold: !isSold, ...sent }),
    () => {
      showToast(t(isSold ? "plans.tookOff" : "plans.gavePutBack", { name }));
      close();
    },
  );
  return <Confirm shown={shown} words={t(isSold ? "plans.takeOff" : "plans.putBack")} close={close} />;
}

/** Cancels a planned price. */
export function CancelPlanned({
  planId,
  currency,
  at,
  close,
}: {
  planId: string | null;
  currency: string;
  at: string;
  close: () => void;
}) {
  const shown = useShownAct(
    (sent) => call("POST /api/console/plans/price/cancel", { planId, currency, at, ...sent }),
    () => {
      showToast(t("plans.cancelled"));
      close();
    },
  );
  return <Confirm shown={shown} words={t("plans.cancelNow")} close={close} />;
}

function Confirm({
  shown: { act, effect, look, run },
  words,
  close,
}: {
  shown: ReturnType<typeof useShownAct>;
  words: string;
  close: () => void;
}) {
  // Asked once, when the dialog opens.
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void look();
  }, [look]);
  const failure = Object.values(act.fields)[0] ?? act.failure;
  return (
    <div className={styles.form}>
      {effect ? <Effect sentences={effect.sentences} /> : act.busy && <Skeletons rows={3} />}
      <Failure text={failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        {effect ? (
          <Button loading={act.busy} onClick={() => void run()}>
            {words}
          </Button>
        ) : (
          <Button loading={act.busy} onClick={() => void look()}>
            {t("plans.look")}
          </Button>
        )}
      </DialogActs>
    </div>
  );
}
