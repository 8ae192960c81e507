import { useEffect } from "react";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./key-list.module.css";

const keys = [
  ["/", "keys.search"],
  ["Ctrl K", "keys.search"],
  ["?", "keys.list"],
  ["Enter", "keys.enter"],
  ["↑ ↓", "keys.move"],
  ["Tab", "keys.tab"],
  ["Esc", "keys.escape"],
] as const;

/** The list of keys, opened by `?` outside of fields. */
export function KeyList() {
  const [params, change] = useAddress();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input, textarea, select, [contenteditable]")
      )
        return;
      event.preventDefault();
      change({ keys: "1" });
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [change]);
  return (
    <Dialog
      opened={params.get("keys") === "1"}
      title={t("keys.title")}
      size="24rem"
      close={() => change({ keys: null }, { replace: true })}
    >
      <dl className={styles.list}>
        {keys.map(([key, text]) => (
          <div key={key} className={styles.row}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd className={styles.text}>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
