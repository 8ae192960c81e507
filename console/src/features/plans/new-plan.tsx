import { Button, NumberInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./plans.module.css";

const MONTH = 30;

/** What the form holds. */
interface Form {
  name: string;
  id: string;
  days: number | string;
  currency: string;
  amount: string;
}

/** A new plan with its first price. It is on sale at once, at the end of the list. */
export function NewPlan({ close }: { close: () => void }) {
  const client = useQueryClient();
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  const [{ name, id, days, currency, amount }, set, leave] = useDialogDraft<Form>(
    "plan:new",
    { name: "", id: "", days: MONTH, currency: "USD", amount: "" },
    close,
  );
  const code = currency.trim().toUpperCase();
  const wantedId = id.trim() || idOf(name);
  const isWhole = name.trim() !== "" && wantedId !== "" && amount.trim() !== "" && /^[A-Z]{3}$/.test(code);
  const save = () =>
    act.run(async () => {
      await call("POST /api/console/plans", {
        act: "add",
        id: wantedId,
        name,
        days: Number(days),
        prices: [{ currency: code, amount }],
        requestKey: requestKey.current,
      });
      showToast(t("plans.added", { name: name.trim() }));
      leave();
      await client.invalidateQueries({ queryKey: ["plans"] });
    });
  const renew = () => {
    requestKey.current = newRequestKey();
  };
  return (
    <form
      className={styles.form}
      onChange={renew}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={t("plans.nameEnglish")}
        maxLength={40}
        value={name}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextInput
          label={t("plans.id")}
          description={t("plans.idHint")}
          maxLength={32}
          placeholder={idOf(name)}
          value={id}
          onChange={(event) => set({ id: event.currentTarget.value })}
        />
        <NumberInput
          label={t("plans.days")}
          description={t("plans.daysHint")}
          min={1}
          max={3660}
          allowDecimal={false}
          value={days}
          onChange={(value) => set({ days: value })}
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          label={t("plans.price")}
          inputMode="decimal"
          maxLength={20}
          value={amount}
          error={act.fields[`amount.${code}`]}
          onChange={(event) => set({ amount: event.currentTarget.value })}
        />
        <TextInput
          label={t("plans.currency")}
          maxLength={3}
          value={currency}
          onChange={(event) => set({ currency: event.currentTarget.value })}
        />
      </div>
      <p className={styles.quiet}>{t("plans.newHint")}</p>
      <Failure text={act.fields["id"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={!isWhole}>
          {t("plans.addNow")}
        </Button>
      </DialogActs>
    </form>
  );
}

function idOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 32);
}
