import { refundReasons } from "@cliffhanger/contract/console/order-kinds";
import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { Button, Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { useMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { formatDay } from "../../lib/time.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { decimalOf, minorUnitsOf, shown } from "./amounts.ts";
import styles from "./order-page.module.css";
import { RefundEffectList, RefundLimit } from "./refund-effect.tsx";
import { useRefund } from "./use-refund.ts";

const reasons = () => refundReasons.map((value) => ({ value, label: t(`refund.why.${value}`) }));

/** The fields of a refund, with what it will do. */
export function RefundForm({ order, close }: { order: ConsoleOrder; close: () => void }) {
  const { operator } = useMe();
  const { left, asked, membership, kind, promiseEndsAt } = order;
  // What support asked for is proposed to who decides. What was typed is kept for what is left now.
  const [{ text, endNow }, keep, leave] = useDialogDraft(
    `refund:${order.id}:${left.amount}`,
    {
      text: decimalOf(asked?.amount.amount ?? left.amount, left.exponent),
      endNow: true,
    },
    close,
  );
  const amount = minorUnitsOf(text, left.exponent);
  const ends = membership !== null && kind !== "change";
  const refund = useRefund(order, { amount, endNow: ends && endNow }, leave);
  const { effect, act, reason, note } = refund;
  const seen = effect.data;
  const mustAsk = seen?.allowed === "ask";
  const display = amount === null ? "" : shown(amount, left.currency, left.exponent);
  const isReady = amount !== null && reason.value !== null && seen?.hash != null && !effect.isFetching;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void (mustAsk ? refund.ask() : refund.run());
      }}
    >
      <div className={styles.pair}>
        <TextInput
          label={t("refund.amount")}
          leftSection={<span className={styles.currency}>{left.currency}</span>}
          leftSectionWidth="3.25rem"
          description={t("refund.allLeft", { amount: left.display })}
          inputMode="decimal"
          maxLength={16}
          value={text}
          error={act.fields["amount"] ?? (text !== "" && amount === null && t("refund.noAmount"))}
          onChange={(event) => {
            keep({ text: event.currentTarget.value });
            refund.renew();
          }}
          data-autofocus
        />
        <Select
          label={t("refund.reason")}
          description={promiseEndsAt ? t("refund.promise", { day: formatDay(promiseEndsAt) }) : undefined}
          data={reasons()}
          value={reason.value}
          error={act.fields["reason"]}
          onChange={(to) => reason.set(to)}
          allowDeselect={false}
        />
      </div>
      <Textarea
        label={t("refund.note")}
        description={t("refund.noteHint")}
        value={note.value}
        maxLength={500}
        autosize
        minRows={2}
        error={act.fields["note"]}
        onChange={(event) => note.set(event.currentTarget.value)}
      />
      {ends && (
        <Checkbox
          label={t("refund.endNow")}
          description={t(amount === left.amount ? "refund.endNowHint" : "refund.endNowPart", {
            day: formatDay(membership.endsAt),
          })}
          checked={endNow}
          onChange={(event) => {
            keep({ endNow: event.currentTarget.checked });
            refund.renew();
          }}
        />
      )}
      {amount !== null && (
        <Loadable query={effect} skeleton={<Skeletons rows={4} />}>
          {(data) => data && <RefundEffectList effect={data} />}
        </Loadable>
      )}
      <Failure text={act.failure} />
      <RefundLimit allowed={seen?.allowed} limit={order.refundAmount.display} role={operator.role} />
      <div className={styles.last}>
        <DialogActs>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" color={mustAsk ? undefined : "red"} loading={act.busy} disabled={!isReady}>
            {mustAsk ? t("refund.ask") : t("refund.confirm", { amount: display })}
          </Button>
        </DialogActs>
      </div>
    </form>
  );
}
