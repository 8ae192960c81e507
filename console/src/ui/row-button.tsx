import { t } from "../lib/messages.ts";
import styles from "./row-button.module.css";

/**
 * A button of a row. Its name for a screen reader begins with the words on it, as WCAG 2.5.3 asks, and ends with the row that it is
 * about. It is one element: lists of a thousand rows have three in each.
 */
export function RowButton({ act, row, onClick }: { act: string; row: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={t("act.of", { act, row })} onClick={onClick}>
      {act}
    </button>
  );
}
