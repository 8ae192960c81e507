import type { ReactNode } from "react";
import styles from "./empty.module.css";

/** What a list without rows says, with the act that helps. */
export function Empty({ text, act }: { text: string; act?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {act}
    </div>
  );
}
