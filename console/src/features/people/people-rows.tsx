import type { FoundPerson } from "@cliffhanger/contract/console/people";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { formatDay, formatFull } from "../../lib/time.ts";
import { Mark } from "../../ui/mark.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./people.module.css";

/** The people that were found. */
export function PeopleRows({ people }: { people: readonly FoundPerson[] }) {
  return (
    <table className={rows.table}>
      <thead>
        <tr>
          <th>{t("people.person")}</th>
          <th>{t("people.membership")}</th>
          <th>{t("people.orders")}</th>
          <th>{t("people.language")}</th>
          <th>{t("people.since")}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </tbody>
    </table>
  );
}

function Person({ person }: { person: FoundPerson }) {
  const { id, kind, memberUntil, paidOrders, language, since, deletesAt } = person;
  return (
    <tr>
      <td className={rows.wide}>
        <Link className={styles.name} href={`/people/${id}`}>
          {nameOf(person)}
        </Link>{" "}
        <span className={styles.marks}>
          <Mark>{t(`people.kind.${kind}`)}</Mark>
          {deletesAt !== null && <Mark tone="red">{t("people.leaves", { at: formatDay(deletesAt) })}</Mark>}
        </span>
      </td>
      <td title={memberUntil ? formatFull(memberUntil) : undefined}>
        <span className={rows.label}>{t("people.membership")}</span>
        {memberUntil ? t("people.until", { at: formatDay(memberUntil) }) : "–"}
      </td>
      <td className={styles.number}>
        <span className={rows.label}>{t("people.orders")}</span>
        {paidOrders}
      </td>
      <td>
        <span className={rows.label}>{t("people.language")}</span>
        {language ? t(`language.${language}`) : "–"}
      </td>
      <td className={rows.muted} title={formatFull(since)}>
        <span className={rows.label}>{t("people.since")}</span>
        {formatDay(since)}
      </td>
    </tr>
  );
}

/** Returns how a person is named: by address, or else by the end of their id. */
export function nameOf({ email, id }: Pick<FoundPerson, "email" | "id">): string {
  return email ?? t("people.guestNamed", { id: id.slice(-6) });
}
