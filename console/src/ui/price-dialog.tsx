import type { SeriesChoice } from "@cliffhanger/contract/console/series-choice";
import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CallError, call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { showToast } from "../lib/toasts.ts";
import { useAct } from "../lib/use-act.ts";
import { useFormDraft } from "../lib/use-form-draft.ts";
import styles from "./dialog.module.css";
import { Dialog, DialogActs } from "./dialog.tsx";
import { Effect } from "./effect.tsx";
import { Failure } from "./failure.tsx";
import { Skeletons } from "./skeletons.tsx";

/** New prices by currency; null is the general price. */
export type PriceSet = { currency: string; amount: string | null }[];

interface Wanted {
  which: SeriesChoice;
  set: PriceSet;
  close: () => void;
  /** Called when the prices are set. */
  done: () => void;
}

/** Shows what new prices will do, asks for the amount again where it is a large step, and sets them. */
export function PriceDialog({ opened, ...wanted }: Wanted & { opened: boolean }) {
  return (
    <Dialog opened={opened} title={t("price.confirmTitle")} close={wanted.close}>
      {opened && <PriceEffectForm {...wanted} />}
    </Dialog>
  );
}

/** The amounts that are typed again. They are kept for these prices of these series alone. */
export function PriceEffectForm({ which, set, close, done }: Wanted) {
  const client = useQueryClient();
  const act = useAct("series");
  const draft = `price-again:${JSON.stringify([which, set])}`;
  const [typed, type, clear] = useFormDraft<Readonly<Record<string, string>>>(draft, {});
  const query = useQuery({
    queryKey: ["series", "price-effect", which, set],
    queryFn: async () => (await call("POST /api/console/series/price", { which, set, dryRun: true })).effect,
    gcTime: 0,
    retry: false,
  });
  const { data: effect } = query;
  const run = () =>
    act.run(async () => {
      const { changed } = await call("POST /api/console/series/price", {
        which,
        set,
        typed,
        effect: effect?.hash,
      });
      showToast(t("price.done", { count: changed }));
      clear();
      close();
      done();
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  const amountIn = (currency: string) => set.find((one) => one.currency === currency)?.amount ?? "general";
  const isTyped = effect?.typed.every((currency) => typed[currency]?.trim() === amountIn(currency)) ?? false;
  const faults = query.error instanceof CallError ? query.error.fields.map(({ message }) => message) : [];
  return (
    <div className={styles.stack}>
      {effect ? <Effect sentences={effect.sentences} /> : !query.error && <Skeletons rows={2} />}
      {effect?.typed.map((currency) => (
        <TextInput
          key={currency}
          label={t("price.typeAgain", { amount: amountIn(currency), currency })}
          description={t("price.typeAgainHint")}
          value={typed[currency] ?? ""}
          error={act.fields[`typed.${currency}`]}
          maxLength={20}
          onChange={(event) => type({ [currency]: event.currentTarget.value })}
        />
      ))}
      <Failure text={query.error ? faults.join(" ") || sentenceOf(query.error) : act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} disabled={!isTyped || query.isFetching} onClick={() => void run()}>
          {t("price.confirm")}
        </Button>
      </DialogActs>
    </div>
  );
}
