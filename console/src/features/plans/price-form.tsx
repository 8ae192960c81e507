import type { ConsolePlanPrice } from "@cliffhanger/contract/console/plans";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { momentOf, zoneShown } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./plans.module.css";
import { useShownAct } from "./use-plan-acts.ts";

type Priced = Pick<ConsolePlanPrice, "currency" | "price">;
type Typed = Readonly<Record<string, string>>;

/** New prices of a plan, or of a series in general, from now or from a moment on: typed first, then shown, then set. */
export function PriceForm({
  planId,
  prices,
  close,
}: {
  planId: string | null;
  prices: readonly Priced[];
  close: () => void;
}) {
  const [stored, store, clear] = useDraft(`plan-price:${planId ?? ""}`);
  const [at, setAt, clearAt] = useDraft(`plan-price-from:${planId ?? ""}`);
  const typed = readTyped(stored);
  const currencies = [...new Set([...prices.map(({ currency }) => currency), ...Object.keys(typed)])];
  const before = (currency: string) =>
    asTyped(prices.find((one) => one.currency === currency)?.price ?? null);
  const set = currencies.flatMap((currency) => {
    const text = typed[currency]?.trim();
    // A moment may want the present price again, after one that is planned before it.
    if (text === undefined || (text === before(currency) && at === "")) return [];
    return [{ currency, amount: text === "" ? null : text }];
  });
  // What is typed again is kept for these prices alone.
  const [again, setAgain, clearAgain] = useFormDraft<Typed>(
    `plan-price-again:${JSON.stringify([planId, set, at])}`,
    {},
  );
  const shown = useShownAct(
    (sent) =>
      call("POST /api/console/plans/price", {
        planId,
        set,
        from: at === "" ? null : momentOf(at),
        typed: again,
        ...sent,
      }),
    () => {
      clear();
      clearAt();
      clearAgain();
      showToast(t(at === "" ? "plans.priceSet" : "plans.pricePlanned"));
      close();
    },
  );
  const { act, effect } = shown;
  if (effect)
    return <ShownPrices shown={shown} set={set} again={again} setAgain={setAgain} isLater={at !== ""} />;
  const named = set.some(({ currency }) => act.fields[`amount.${currency}`] !== undefined);
  const other = Object.entries(act.fields).find(([field]) => !field.startsWith("amount."))?.[1];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (set.length > 0) void shown.look();
      }}
    >
      <div className={styles.pair}>
        {currencies.map((currency, index) => (
          <TextInput
            key={currency}
            label={t("plans.priceIn", { currency })}
            inputMode="decimal"
            maxLength={20}
            value={typed[currency] ?? before(currency)}
            error={act.fields[`amount.${currency}`]}
            data-autofocus={index === 0 || undefined}
            onChange={(event) => store(JSON.stringify({ ...typed, [currency]: event.currentTarget.value }))}
          />
        ))}
        <AddCurrency
          known={currencies}
          add={(currency) => store(JSON.stringify({ ...typed, [currency]: "" }))}
        />
      </div>
      <TextInput
        type="datetime-local"
        label={t("plans.fromWhen", { zone: zoneShown() })}
        description={t("plans.fromHint")}
        value={at}
        error={act.fields["from"]}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <p className={styles.quiet}>{t("plans.priceHint")}</p>
      <Failure text={named || act.fields["from"] !== undefined ? null : (other ?? act.failure)} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={set.length === 0}>
          {t("plans.look")}
        </Button>
      </DialogActs>
    </form>
  );
}

/** What the new prices will do; a large step is typed again. */
function ShownPrices({
  shown: { act, effect, back, run },
  set,
  again,
  setAgain,
  isLater,
}: {
  shown: ReturnType<typeof useShownAct>;
  set: readonly { currency: string; amount: string | null }[];
  again: Typed;
  setAgain: (to: Typed) => void;
  isLater: boolean;
}) {
  const amountIn = (currency: string) => set.find((one) => one.currency === currency)?.amount ?? "";
  const isTyped = effect?.typed.every((currency) => again[currency]?.trim() === amountIn(currency)) ?? false;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) void run();
      }}
    >
      <Effect sentences={effect?.sentences ?? []} />
      {effect?.typed.map((currency) => (
        <TextInput
          key={currency}
          label={t("price.typeAgain", { amount: amountIn(currency), currency })}
          description={t("price.typeAgainHint")}
          value={again[currency] ?? ""}
          error={act.fields[`typed.${currency}`]}
          maxLength={20}
          onChange={(event) => setAgain({ [currency]: event.currentTarget.value })}
        />
      ))}
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={back}>
          {t("plans.back")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={!isTyped}>
          {t(isLater ? "plans.planPrice" : "plans.setNow")}
        </Button>
      </DialogActs>
    </form>
  );
}

function AddCurrency({ known, add }: { known: readonly string[]; add: (currency: string) => void }) {
  const [code, setCode] = useState("");
  const wanted = code.trim().toUpperCase();
  const isNew = /^[A-Z]{3}$/.test(wanted) && !known.includes(wanted);
  const press = () => {
    add(wanted);
    setCode("");
  };
  return (
    <TextInput
      label={t("plans.addCurrency")}
      placeholder="EUR"
      maxLength={3}
      value={code}
      onChange={(event) => setCode(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !isNew) return;
        event.preventDefault();
        press();
      }}
      rightSectionWidth={64}
      rightSection={
        <Button variant="subtle" size="compact-xs" disabled={!isNew} onClick={press}>
          {t("plans.add")}
        </Button>
      }
    />
  );
}

/** Returns a price as it is typed. */
function asTyped(price: Priced["price"]): string {
  return price === null ? "" : (price.amount / 10 ** price.exponent).toFixed(price.exponent);
}

function readTyped(stored: string): Typed {
  try {
    return JSON.parse(stored || "{}") as Typed;
  } catch {
    return {};
  }
}
