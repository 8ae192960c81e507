import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../lib/messages.ts";
import styles from "./saving.module.css";

/** What is typed and not saved, at the lower edge of the page: why it cannot be saved, how much it is, and its two acts. */
export function Saving({
  words,
  busy,
  blocked,
  save,
  discard,
  children,
}: {
  words: string;
  busy: boolean;
  /** Something has to be decided first. */
  blocked: boolean;
  save: () => void;
  discard: () => void;
  children?: ReactNode;
}) {
  return (
    <section className={styles.saving} aria-label={t("save.label")}>
      {children}
      <div className={styles.line}>
        <span>{words}</span>
        <Button variant="default" size="compact-md" onClick={discard}>
          {t("save.discard")}
        </Button>
        <Button size="compact-md" loading={busy} disabled={blocked} onClick={save}>
          {t("save.save")}
        </Button>
      </div>
    </section>
  );
}
