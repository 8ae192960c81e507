import { Fragment, type ReactNode } from "react";
import rows from "../../ui/rows.module.css";
import styles from "./report-table.module.css";

/** A column: its head, and whether it holds numbers. */
export interface Column {
  head: string;
  isNumber?: boolean;
}

/** The figures of a picture as a table. The first column names the row. */
export function ReportTable({
  label,
  columns,
  list,
}: {
  label: string;
  columns: readonly Column[];
  list: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  return (
    <div className={styles.scroll}>
      <table className={`${rows.table} ${styles.table}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? styles.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map(({ head, isNumber }, at) => (
                <Fragment key={head}>
                  {at === 0 ? (
                    <th scope="row" className={styles.name}>
                      {cells[at]}
                    </th>
                  ) : (
                    <td className={isNumber ? styles.number : undefined}>
                      <span className={`${rows.label} ${styles.label}`} aria-hidden>
                        {head}
                      </span>
                      {cells[at]}
                    </td>
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
