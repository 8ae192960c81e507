import type { ReactNode } from "react";
import { LanguageChoice } from "./language-choice.tsx";
import styles from "./plain.module.css";
import { Wordmark } from "./wordmark.tsx";

/** A page without navigation: one card in the middle, and the choice of language. */
export function Plain({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <Wordmark />
      <section className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </section>
      <LanguageChoice />
    </main>
  );
}
