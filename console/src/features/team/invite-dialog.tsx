import type { Role } from "@cliffhanger/contract/console/permissions";
import { Button, TextInput } from "@mantine/core";
import { Mail } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { InviteLink } from "./invite-link.tsx";
import { RoleChoice } from "./role-choice.tsx";
import styles from "./team.module.css";
import { useRefreshTeam } from "./use-team.ts";

/** Invites a person. The link is shown once, because the server keeps its hash alone. */
export function InviteDialog() {
  const [params, change] = useAddress();
  const [sent, setSent] = useState<{ email: string; link: string | null; mailed: boolean } | null>(null);
  const opened = params.get("dialog") === "invite";
  // Also by the browser's way back: the next invitation begins anew.
  useEffect(() => {
    if (!opened) setSent(null);
  }, [opened]);
  const close = () => change({ dialog: null }, { replace: true });
  return (
    <Dialog opened={opened} title={sent ? t("invite.sentTitle") : t("invite.title")} close={close}>
      {sent ? <InviteLink {...sent} close={close} /> : <InviteForm sent={setSent} close={close} />}
    </Dialog>
  );
}

/** The address and the role of whom is invited. */
export function InviteForm({
  sent,
  close,
}: {
  sent: (answer: { email: string; link: string | null; mailed: boolean }) => void;
  close: () => void;
}) {
  const refresh = useRefreshTeam();
  const act = useAct();
  const [{ email, role }, keep, clear] = useFormDraft<{ email: string; role: Role }>("invite", {
    email: "",
    role: "editor",
  });
  const requestKey = useRef(newRequestKey());
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void act.run(async () => {
      const body = { requestKey: requestKey.current, email: email.trim(), role };
      const { member, link, mailed } = await call("POST /api/console/team/invite", body);
      clear();
      sent({ email: member.email, link, mailed });
      await refresh();
    });
  };
  const edit = (fields: { email?: string; role?: Role }) => {
    // Another address or role is another act.
    requestKey.current = newRequestKey();
    keep(fields);
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <TextInput
        type="email"
        name="email"
        label={t("signIn.email")}
        autoComplete="off"
        value={email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={act.fields["email"]}
        data-autofocus
        required
      />
      <RoleChoice value={role} change={(next) => edit({ role: next })} />
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button type="submit" leftSection={<Mail size={17} aria-hidden />} loading={act.busy}>
          {t("invite.send")}
        </Button>
      </DialogActs>
    </form>
  );
}
