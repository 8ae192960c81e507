import { isPermitted, type Permission, roles } from "@cliffhanger/contract/console/permissions";
import { Check, Minus } from "lucide-react";
import { type MessageId, t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./team.module.css";

/** What is done with the console, and the permission that it needs; `read`: which only looks. */
const lines: readonly { text: MessageId; permission: Permission; read?: Permission }[] = [
  { text: "may.today", permission: "today" },
  { text: "may.series", permission: "series.write", read: "series.read" },
  { text: "may.release", permission: "release", read: "release.read" },
  { text: "may.home", permission: "home" },
  { text: "may.seriesPrice", permission: "price.series" },
  { text: "may.plans", permission: "plan.write", read: "plan.read" },
  { text: "may.people", permission: "person.help" },
  { text: "may.personData", permission: "person.data" },
  { text: "may.refund", permission: "refund" },
  { text: "may.review", permission: "review", read: "review.read" },
  { text: "may.tickets", permission: "ticket", read: "ticket.read" },
  { text: "may.reports", permission: "report" },
  { text: "may.site", permission: "site" },
  { text: "may.jobs", permission: "job", read: "job.read" },
  { text: "may.team", permission: "team" },
];

/** What each role may do, in words, from the same table that the server enforces. */
export function RoleTable() {
  const [params, change] = useAddress();
  return (
    <Dialog
      opened={params.get("dialog") === "roles"}
      title={t("roles.title")}
      size="44rem"
      close={() => change({ dialog: null }, { replace: true })}
    >
      <section
        className={styles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
        aria-label={t("roles.title")}
      >
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{t("roles.permission")}</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {t(`role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ text, permission, read }) => (
              <tr key={text}>
                <th scope="row">{t(text)}</th>
                {roles.map((role) => (
                  <td key={role}>
                    {isPermitted(role, permission) ? (
                      <Check className={styles.yes} size={18} aria-label={t("yes")} />
                    ) : read && isPermitted(role, read) ? (
                      <span className={styles.part}>{t("roles.look")}</span>
                    ) : (
                      <Minus className={styles.part} size={16} aria-label={t("no")} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.part}>{t("roles.note")}</p>
    </Dialog>
  );
}
