import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { PriceDialog, type PriceSet } from "../../ui/price-dialog.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./series-list.module.css";
import type { Selection } from "./use-selection.ts";

type Typed = Readonly<Record<string, string>>;

/** Asks for the price of many series, then shows what it will do. */
export function BulkPrice({
  opened,
  selection,
  close,
}: {
  opened: boolean;
  selection: Selection;
  close: () => void;
}) {
  const [set, setSet] = useState<PriceSet | null>(null);
  // Also by the browser's way back: other series may be selected until it opens again.
  useEffect(() => {
    if (!opened) setSet(null);
  }, [opened]);
  const which = selection.choice();
  // The number of those that match may change while amounts are typed.
  const draft = `bulk-price:${JSON.stringify("ids" in which ? which.ids : which.filter)}`;
  const [typed, type, leave] = useDialogDraft<Typed>(draft, {}, close);
  return (
    <>
      <Dialog
        opened={opened && set === null}
        title={t("bulk.priceTitle", { count: selection.count })}
        close={close}
      >
        {opened && <Amounts selection={selection} typed={typed} type={type} take={setSet} close={leave} />}
      </Dialog>
      <PriceDialog
        opened={opened && set !== null}
        which={which}
        set={set ?? []}
        close={close}
        done={() => {
          leave();
          selection.clear();
        }}
      />
    </>
  );
}

function Amounts({
  selection,
  typed,
  type,
  take,
  close,
}: {
  selection: Selection;
  typed: Typed;
  type: (amounts: Typed) => void;
  take: (set: PriceSet) => void;
  close: () => void;
}) {
  const [first = ""] = selection.ids;
  const query = useQuery({
    queryKey: ["series", "price", first],
    queryFn: () => call("GET /api/console/series/price", { id: first }),
  });
  return (
    <Loadable query={query} skeleton={<Skeletons rows={3} />}>
      {({ rows }) => {
        const currencies = rows.map(({ currency }) => currency);
        const set = currencies.flatMap((currency): PriceSet => {
          const amount = typed[currency]?.trim() ?? "";
          return amount === "" ? [] : [{ currency, amount }];
        });
        return (
          <div className={styles.stack}>
            <p className={styles.tags}>{t("bulk.priceHint")}</p>
            {rows.map(({ currency, general }) => (
              <TextInput
                key={currency}
                label={t("price.ownIn", { currency })}
                placeholder={t("bulk.unchanged")}
                description={general ? t("bulk.generalIs", { price: general.display }) : undefined}
                inputMode="decimal"
                maxLength={20}
                value={typed[currency] ?? ""}
                onChange={(event) => type({ [currency]: event.currentTarget.value })}
              />
            ))}
            <DialogActs>
              <Button variant="default" onClick={close}>
                {t("cancel")}
              </Button>
              <Button
                variant="default"
                onClick={() => take(currencies.map((currency) => ({ currency, amount: null })))}
              >
                {t("bulk.toGeneral")}
              </Button>
              <Button disabled={set.length === 0} onClick={() => take(set)}>
                {t("bulk.continue")}
              </Button>
            </DialogActs>
          </div>
        );
      }}
    </Loadable>
  );
}
