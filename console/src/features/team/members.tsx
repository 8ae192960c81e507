import type { TeamMember } from "@cliffhanger/contract/console/team";
import { Button } from "@mantine/core";
import { Ban, KeyRound, Lock, Mail } from "lucide-react";
import { Link } from "wouter";
import { useMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatLeft, formatPast } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { ActsHead } from "../../ui/acts-head.tsx";
import { Initial } from "../../ui/initial.tsx";
import { Mark } from "../../ui/mark.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./team.module.css";
import { proofsOf } from "./use-team.ts";

/** The people of the team in a table, with what can be done to each. */
export function Members({ members }: { members: readonly TeamMember[] }) {
  return (
    <table className={rows.table}>
      <thead>
        <tr>
          <th>{t("team.person")}</th>
          <th>{t("team.role")}</th>
          <th>{t("team.proofs")}</th>
          <th>{t("team.lastHere")}</th>
          <th>{t("team.sessions")}</th>
          <ActsHead />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function Member({ member }: { member: TeamMember }) {
  const { operator } = useMe();
  const [, change] = useAddress();
  const { id, email, role, state, sessions, lastSeenAt, invitation } = member;
  const isMe = id === operator.id;
  return (
    <tr className={state === "off" ? styles.off : undefined}>
      <td className={rows.wide}>
        <span className={styles.person}>
          <Initial text={email} />
          <strong>{email}</strong>
          {isMe && <Mark>{t("team.you")}</Mark>}
          {state === "off" && <Mark tone="red">{t("team.off")}</Mark>}
        </span>
      </td>
      <td>
        <span className={rows.label}>{t("team.role")}</span>
        {t(`role.${role}`)}
      </td>
      <td>
        <span className={rows.label}>{t("team.proofs")}</span>
        <Proofs member={member} />
      </td>
      <td
        className={rows.muted}
        title={lastSeenAt ? formatFull(lastSeenAt) : invitation ? formatFull(invitation.endsAt) : undefined}
      >
        <span className={rows.label}>{t("team.lastHere")}</span>
        {lastSeenAt
          ? formatPast(lastSeenAt)
          : invitation
            ? t("team.linkEnds", { left: formatLeft(invitation.endsAt) })
            : "–"}
      </td>
      <td className={rows.muted}>
        <span className={rows.label}>{t("team.sessions")}</span>
        {sessions > 0 ? sessions : "–"}
      </td>
      <td className={rows.wide}>
        <div className={rows.acts}>
          {isMe ? (
            <Button component={Link} href="/account" variant="default" size="compact-sm">
              {t("team.mine")}
            </Button>
          ) : (
            <Acts member={member} open={(dialog) => change({ dialog, id })} />
          )}
        </div>
      </td>
    </tr>
  );
}

function Proofs({ member }: { member: TeamMember }) {
  const { proofs, state, invitation } = member;
  if (state === "off")
    return (
      <span className={rows["with-icon"]}>
        <Ban size={16} aria-hidden />
        {t("team.noAccess")}
      </span>
    );
  if (state === "invited")
    return (
      <span className={rows["with-icon"]}>
        <Mail size={16} aria-hidden />
        <span className={styles.invited}>
          {invitation ? t("team.invited", { at: formatDay(invitation.sentAt) }) : t("team.linkDead")}
        </span>
      </span>
    );
  const how = proofsOf(member);
  const Icon = how === "password" ? Lock : KeyRound;
  return (
    <span className={rows["with-icon"]}>
      <Icon size={16} aria-hidden />
      {t(`proofs.${how}`, { count: proofs.passkeys })}
    </span>
  );
}

function Acts({ member: { email, state }, open }: { member: TeamMember; open: (dialog: string) => void }) {
  const again = (
    <RowButton
      act={t(state === "off" ? "team.restore" : "team.again")}
      row={email}
      onClick={() => open("again")}
    />
  );
  const off = (
    <RowButton
      act={t(state === "invited" ? "team.withdraw" : "team.switchOff")}
      row={email}
      onClick={() => open("off")}
    />
  );
  if (state === "off") return again;
  return (
    <>
      {state === "invited" ? (
        again
      ) : (
        <RowButton act={t("team.changeRole")} row={email} onClick={() => open("role")} />
      )}
      {off}
    </>
  );
}
