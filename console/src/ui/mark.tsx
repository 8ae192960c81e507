import type { ReactNode } from "react";
import styles from "./mark.module.css";

/** A short state beside a name. */
export function Mark({
  tone = "plain",
  children,
}: {
  tone?: "plain" | "green" | "amber" | "red" | "blue";
  children: ReactNode;
}) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  );
}
