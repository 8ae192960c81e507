import { Skeleton } from "@mantine/core";
import { t } from "../lib/messages.ts";
import styles from "./skeletons.module.css";

/** Grey lines in the height of rows, while a list loads. */
export function Skeletons({ rows }: { rows: number }) {
  return (
    <div className={styles.rows} role="status" aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never move
        <div key={row} className={styles.row}>
          <Skeleton height={12} width={`${62 - ((row * 17) % 30)}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}
