import { CloseButton } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { t } from "../lib/messages.ts";
import { closeToast, holdWhile, toastStore } from "../lib/toasts.ts";
import styles from "./toaster.module.css";

/** The short notices over every screen. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  return (
    <div
      className={styles.toaster}
      role="status"
      aria-live="polite"
      ref={(box) => holdWhile(() => box?.matches(":hover, :focus-within") === true)}
    >
      {toasts.map(({ id, text, act }) => (
        <div key={id} className={styles.toast}>
          <span>{text}</span>
          {act && (
            <button
              type="button"
              className={styles.act}
              onClick={() => {
                closeToast(id);
                act.run();
              }}
            >
              {act.label}
            </button>
          )}
          <CloseButton
            className={styles.close}
            size="sm"
            aria-label={t("close")}
            onClick={() => closeToast(id)}
          />
        </div>
      ))}
    </div>
  );
}
