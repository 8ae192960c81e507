import type { ReactNode } from "react";
import styles from "./page.module.css";

/** The heading of a screen with its acts, and its content below. */
export function Page({
  title,
  hint,
  acts,
  children,
}: {
  title: string;
  hint?: string;
  acts?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <title>{`${title} · Console`}</title>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1 className={styles.title}>{title}</h1>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {acts !== undefined && <div className={styles.acts}>{acts}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </>
  );
}
