import type { ReactNode } from "react";
import styles from "./panel.module.css";

/** A card with a heading, and acts at its right. */
export function Panel({
  title,
  hint,
  acts,
  children,
}: {
  title: string;
  hint?: ReactNode;
  acts?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.panel}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {acts !== undefined && <div className={styles.acts}>{acts}</div>}
      </header>
      {children}
    </section>
  );
}

/** The inner part of a panel that is no list. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The lowest line of a panel. */
export function PanelFoot({ children }: { children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>;
}
