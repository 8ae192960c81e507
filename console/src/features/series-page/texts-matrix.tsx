import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import type { Language } from "@cliffhanger/contract/languages";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { fieldWords } from "./fields.ts";
import styles from "./series-page.module.css";
import matrix from "./texts-matrix.module.css";
import type { Edits } from "./use-edits.ts";

const MAX_TITLE = 200;
const MAX_SYNOPSIS = 4000;

interface MatrixRow {
  /** The path of a field without its language. */
  path: string;
  label: string;
  isLong: boolean;
}

/** All texts of a series by language, as a sheet: Enter goes down, Ctrl+D copies English, a pasted block fills right and down. */
export function TextsMatrix({
  edits,
  episodes,
  readOnly,
}: {
  edits: Edits;
  episodes: readonly ConsoleEpisode[];
  readOnly: boolean;
}) {
  const table = useRef<HTMLTableElement>(null);
  const rows: readonly MatrixRow[] = [
    { path: "title", label: t("field.title"), isLong: false },
    { path: "synopsis", label: t("field.synopsis"), isLong: true },
    ...episodes.map(({ id, number }) => ({
      path: `episode.${id}`,
      label: t("matrix.episode", { number }),
      isLong: false,
    })),
  ];
  const focus = (row: number, column: number) =>
    table.current?.querySelector<HTMLTextAreaElement>(`[data-cell="${row}:${column}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      focus(row + 1, column);
    } else if (event.key === "d" && event.ctrlKey && column > 0) {
      event.preventDefault();
      if (readOnly) return;
      const path = rows[row]?.path ?? "";
      edits.set({ [`${path}.${languages[column]}`]: edits.value(`${path}.en`) });
    } else if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      focus(row + (event.key === "ArrowDown" ? 1 : -1), column);
    }
  };
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "");
    if (!text.includes("\t") && (!text.includes("\n") || rows[row]?.isLong)) return;
    event.preventDefault();
    const cells = text.split("\n").flatMap((line, down) =>
      line.split("\t").flatMap((cell, right): [string, string][] => {
        const path = rows[row + down]?.path;
        const language = languages[column + right];
        return path === undefined || language === undefined ? [] : [[`${path}.${language}`, cell.trim()]];
      }),
    );
    edits.set(Object.fromEntries(cells));
  };
  return (
    <div className={matrix.sheet}>
      <table className={matrix.matrix} ref={table} aria-label={t("tab.texts")}>
        <thead>
          <tr>
            <th>{t("matrix.field")}</th>
            {languages.map((code) => (
              <th key={code}>
                {t(`language.${code}`)}{" "}
                <span className={styles.quiet}>
                  {t("matrix.count", { have: countOf(edits, rows, code), all: rows.length })}
                </span>
                {/* The same in figures stands above it. */}
                <progress
                  className={matrix.done}
                  aria-hidden
                  data-whole={countOf(edits, rows, code) === rows.length}
                  value={countOf(edits, rows, code)}
                  max={rows.length}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, down) => (
            <tr key={row.path}>
              <th scope="row">{row.label}</th>
              {languages.map((code, right) => {
                const path = `${row.path}.${code}`;
                const value = edits.value(path);
                return (
                  <td
                    key={code}
                    data-edited={edits.isEdited(path)}
                    data-missing={value === null || value === ""}
                  >
                    <textarea
                      className={matrix.cell}
                      data-cell={`${down}:${right}`}
                      data-long={row.isLong}
                      data-title={row.path === "title"}
                      aria-label={fieldWords(path, episodes)}
                      aria-invalid={path in edits.act.fields}
                      placeholder={t("matrix.missing")}
                      rows={row.isLong ? 5 : 1}
                      maxLength={row.isLong ? MAX_SYNOPSIS : MAX_TITLE}
                      lang={code}
                      readOnly={readOnly}
                      value={typeof value === "string" ? value : ""}
                      onChange={(event) => edits.set({ [path]: event.currentTarget.value })}
                      onKeyDown={(event) => onKeyDown(event, down, right)}
                      onPaste={(event) => !readOnly && onPaste(event, down, right)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={matrix.keys}>{t("matrix.keys")}</p>
    </div>
  );
}

function countOf(edits: Edits, rows: readonly MatrixRow[], language: Language): number {
  return rows.filter(({ path }) => {
    const value = edits.value(`${path}.${language}`);
    return value !== null && value !== "";
  }).length;
}
