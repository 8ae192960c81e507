import { t } from "../lib/messages.ts";
import styles from "./effect.module.css";

/** What an act will do, in the sentences of the server. */
export function Effect({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={styles.effect} aria-label={t("effect.label")}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
