import { Button, NumberInput } from "@mantine/core";
import { type FormEvent, useRef } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import styles from "./team.module.css";
import { useRefreshTeam } from "./use-team.ts";

const MAX = 1_000_000;

/** Sets what support may refund without finance. */
export function RefundAmount({ amount }: { amount: number }) {
  const refresh = useRefreshTeam();
  const act = useAct("team");
  const [draft, setDraft, clear] = useDraft("refund-amount");
  const requestKey = useRef(newRequestKey());
  const value = draft === "" ? amount : Number(draft);
  const isChanged = Number.isInteger(value) && value !== amount;
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isChanged) return;
    void act.run(async () => {
      const body = { requestKey: requestKey.current, from: amount, amount: value };
      await call("POST /api/console/team/refund-amount", body);
      requestKey.current = newRequestKey();
      clear();
      await refresh();
      showToast(t("refund.saved"));
    });
  };
  return (
    <Panel title={t("refund.title")} hint={t("refund.text")}>
      <PanelBody>
        <form className={styles.form} onSubmit={save}>
          <div className={styles.amount}>
            <NumberInput
              label={t("refund.label")}
              value={value}
              onChange={(next) => {
                requestKey.current = newRequestKey();
                setDraft(String(next));
              }}
              min={0}
              max={MAX}
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=","
              error={act.fields["amount"]}
              hideControls
            />
            <Button
              type="submit"
              variant={isChanged ? "filled" : "default"}
              loading={act.busy}
              disabled={!isChanged}
            >
              {t("save")}
            </Button>
          </div>
          <Failure text={act.failure} />
        </form>
      </PanelBody>
    </Panel>
  );
}
