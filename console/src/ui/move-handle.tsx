import { Button, Select } from "@mantine/core";
import { GripVertical } from "lucide-react";
import { useState } from "react";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Dialog, DialogActs } from "./dialog.tsx";
import styles from "./move-handle.module.css";
import type { Reorder } from "./use-reorder.ts";

/** The parameter of the address that names the row whose place is being chosen. */
const MOVED = "move";

/** The handle of a row: it is dragged, takes the arrow keys, and a press of it opens "Move to…", for touch and keyboard. */
export function MoveHandle({ reorder, id }: { reorder: Reorder; id: string }) {
  const [params, change] = useAddress();
  const close = () => change({ [MOVED]: null }, { replace: true });
  const { name } = reorder.placesOf(id);
  return (
    <>
      <button
        type="button"
        className={styles.handle}
        aria-haspopup="dialog"
        {...reorder.handleOf(id)}
        onClick={() => change({ [MOVED]: id })}
      >
        <GripVertical size={17} aria-hidden />
      </button>
      <Dialog
        opened={params.get(MOVED) === id}
        title={t("order.moveTo", { name })}
        size="24rem"
        close={close}
      >
        <Places reorder={reorder} id={id} close={close} />
      </Dialog>
    </>
  );
}

function Places({ reorder, id, close }: { reorder: Reorder; id: string; close: () => void }) {
  const { at, places, moveTo } = reorder.placesOf(id);
  // A list that is saved or read meanwhile may move the row; until a place is chosen, its own is shown.
  const [picked, setChosen] = useState<number | null>(null);
  const chosen = picked ?? at;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // Forms of a screen that this one lies over are not sent.
        event.stopPropagation();
        close();
        moveTo(chosen);
      }}
    >
      <Select
        label={t("order.to")}
        description={t("order.toHint")}
        data={places.map(({ place, name }, index) => ({
          value: `${index}`,
          label: t(index === at ? "order.here" : "order.option", { place, name }),
        }))}
        value={`${chosen}`}
        allowDeselect={false}
        searchable={places.length > 10}
        data-autofocus
        onChange={(value) => value !== null && setChosen(Number(value))}
      />
      <div className={styles.ends}>
        <Button variant="default" disabled={chosen === 0} onClick={() => setChosen(0)}>
          {t("order.first")}
        </Button>
        <Button
          variant="default"
          disabled={chosen === places.length - 1}
          onClick={() => setChosen(places.length - 1)}
        >
          {t("order.last")}
        </Button>
      </div>
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button type="submit" disabled={chosen === at}>
          {t("order.move")}
        </Button>
      </DialogActs>
    </form>
  );
}
