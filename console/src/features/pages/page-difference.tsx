import { useMemo } from "react";
import { t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import { differenceOf } from "./difference.ts";
import styles from "./pages.module.css";

const SIGNS = { same: " ", ours: "−", theirs: "+" } as const;

/** What differs between the text of the software and the operator's. Lines that are the same are grey. */
export function PageDifference({ ours, theirs }: { ours: string; theirs: string }) {
  const lines = useMemo(() => differenceOf(ours, theirs), [ours, theirs]);
  if (lines.every(({ kind }) => kind === "same")) return <Empty text={t("pages.noDifference")} />;
  return (
    <ol className={styles.difference} aria-label={t("pages.difference")}>
      {lines.map(({ place, kind, text }) => (
        <li key={place} data-kind={kind}>
          <span aria-hidden className={styles.sign}>
            {SIGNS[kind]}
          </span>
          {kind === "ours" ? <del>{text}</del> : kind === "theirs" ? <ins>{text}</ins> : text || " "}
        </li>
      ))}
    </ol>
  );
}
