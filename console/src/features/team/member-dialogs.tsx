import type { Role } from "@cliffhanger/contract/console/permissions";
import type { TeamMember } from "@cliffhanger/contract/console/team";
import { Button } from "@mantine/core";
import { LogOut, ScrollText, ShieldOff } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { InviteLink } from "./invite-link.tsx";
import { RoleChoice } from "./role-choice.tsx";
import styles from "./team.module.css";
import { useRefreshTeam } from "./use-team.ts";

type DialogName = "role" | "off" | "again";
const titles = { role: "changeRole.title", off: "off.title", again: "again.title" } as const;

/** The dialogs about one member, whose name and id are in the address. */
export function MemberDialogs({ members }: { members: readonly TeamMember[] }) {
  const [params, change] = useAddress();
  const wanted = params.get("dialog");
  const name = wanted !== null && wanted in titles ? (wanted as DialogName) : null;
  const member = members.find(({ id }) => id === params.get("id"));
  const close = () => change({ dialog: null, id: null }, { replace: true });
  const opened = name !== null && member !== undefined;
  return (
    <Dialog opened={opened} title={opened ? t(titles[name]) : ""} close={close}>
      {opened && name === "role" && <ChangeRole key={member.id} member={member} close={close} />}
      {opened && name === "off" && <SwitchOff key={member.id} member={member} close={close} />}
      {opened && name === "again" && <InviteAgain key={member.id} member={member} close={close} />}
    </Dialog>
  );
}

interface DialogProps {
  member: TeamMember;
  close: () => void;
}

function ChangeRole({ member, close }: DialogProps) {
  const refresh = useRefreshTeam();
  const act = useAct("team");
  const [role, setRole] = useState<Role>(member.role);
  const requestKey = useRef(newRequestKey());
  const save = () =>
    act.run(async () => {
      const { id, version } = member;
      await call("POST /api/console/team/role", { requestKey: requestKey.current, id, role, version });
      await refresh();
      showToast(t("changeRole.done", { email: member.email, role: t(`role.${role}`) }));
      close();
    });
  return (
    <>
      <p>
        <strong>{member.email}</strong>
      </p>
      <RoleChoice
        value={role}
        change={(next) => {
          requestKey.current = newRequestKey();
          setRole(next);
        }}
      />
      <ul className={styles.effect}>
        <li>
          <LogOut size={16} aria-hidden />
          {t("effect.sessions", { count: member.sessions })}
        </li>
        <li>
          <ScrollText size={16} aria-hidden />
          {t("effect.log")}
        </li>
      </ul>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} disabled={role === member.role} onClick={save}>
          {t("changeRole.save")}
        </Button>
      </DialogActs>
    </>
  );
}

function SwitchOff({ member, close }: DialogProps) {
  const refresh = useRefreshTeam();
  const act = useAct("team");
  const requestKey = useRef(newRequestKey());
  const isInvited = member.state === "invited";
  const save = () =>
    act.run(async () => {
      const { id, version } = member;
      await call("POST /api/console/team/off", { requestKey: requestKey.current, id, version });
      await refresh();
      showToast(t("off.done", { email: member.email }));
      close();
    });
  return (
    <>
      <p>{t(isInvited ? "off.invited" : "off.text", { email: member.email })}</p>
      <ul className={styles.effect}>
        <li>
          <ShieldOff size={16} aria-hidden />
          {t(isInvited ? "effect.link" : "effect.access")}
        </li>
        {!isInvited && (
          <li>
            <LogOut size={16} aria-hidden />
            {t("effect.sessions", { count: member.sessions })}
          </li>
        )}
        <li>
          <ScrollText size={16} aria-hidden />
          {t("effect.rows")}
        </li>
      </ul>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={act.busy} onClick={save}>
          {t(isInvited ? "team.withdraw" : "team.switchOff")}
        </Button>
      </DialogActs>
    </>
  );
}

function InviteAgain({ member, close }: DialogProps) {
  const refresh = useRefreshTeam();
  const act = useAct("team");
  const [role, setRole] = useState<Role>(member.role);
  const [sent, setSent] = useState<{ link: string | null; mailed: boolean } | null>(null);
  const requestKey = useRef(newRequestKey());
  const send = () =>
    act.run(async () => {
      const body = { requestKey: requestKey.current, email: member.email, role };
      const { link, mailed } = await call("POST /api/console/team/invite", body);
      setSent({ link, mailed });
      await refresh();
    });
  if (sent) return <InviteLink email={member.email} {...sent} close={close} />;
  return (
    <>
      <p>{t("again.text", { email: member.email })}</p>
      <RoleChoice
        value={role}
        change={(next) => {
          requestKey.current = newRequestKey();
          setRole(next);
        }}
      />
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} onClick={send}>
          {t("invite.send")}
        </Button>
      </DialogActs>
    </>
  );
}
