import { t } from "../lib/messages.ts";
import styles from "./wordmark.module.css";

/** The name of the software, with the word that tells this from the viewers' site. */
export function Wordmark() {
  return (
    <span className={styles.mark}>
      <span className={styles.name}>
        cliffhanger<span className={styles.stop}>.</span>
      </span>
      <span className={styles.console}>{t("console")}</span>
    </span>
  );
}
