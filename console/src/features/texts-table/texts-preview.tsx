import type { TextsEffect } from "@cliffhanger/contract/console/texts";
import { isMessage, t } from "../../lib/messages.ts";
import rows from "../../ui/rows.module.css";
import styles from "./texts-table.module.css";

/** What a table changes, and its rows that are left out. */
export function TextsPreview({
  effect: { rows: count, changes, series, live, differences, faults },
}: {
  effect: TextsEffect;
}) {
  const isRefused = count === 0 && faults.length > 0;
  return (
    <>
      {faults.length > 0 && (
        <section
          className={styles.faults}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
          aria-label={t("table.faults", { count: faults.length })}
        >
          <p>
            <strong>{isRefused ? t("table.refused") : t("table.faults", { count: faults.length })}</strong>
          </p>
          <ul>
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>{t("table.fault", { line, message })}</li>
            ))}
          </ul>
        </section>
      )}
      {!isRefused && <p className={styles.sum}>{t("table.changes", { changes, series, live })}</p>}
      {differences.length > 0 && (
        <section
          className={styles.differences}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
          aria-label={t("table.differences")}
        >
          <table className={rows.table} aria-label={t("table.differences")}>
            <thead>
              <tr>
                <th>{t("table.of")}</th>
                <th>{t("table.language")}</th>
                <th>{t("table.from")}</th>
                <th>{t("table.to")}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ series: id, title, field, language, from, to }) => (
                <tr key={`${id} ${field} ${language}`}>
                  <td>
                    {title}, {fieldWords(field)}
                  </td>
                  <td>{languageWords(language)}</td>
                  <td className={styles.text} lang={language}>
                    {from ?? <span className={rows.muted}>{t("field.none")}</span>}
                  </td>
                  <td className={styles.text} lang={language}>
                    <ins>{to}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {differences.length < changes && (
        <p className={styles.quiet}>{t("table.first", { count: differences.length })}</p>
      )}
    </>
  );
}

function fieldWords(field: string): string {
  const [name, number] = field.split(" ");
  if (number !== undefined) return t("matrix.episode", { number });
  const id = `field.${name}`;
  return isMessage(id) ? t(id) : field;
}

function languageWords(code: string): string {
  const id = `language.${code}`;
  return isMessage(id) ? t(id) : code;
}
