import type { Person } from "@cliffhanger/contract/console/people";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { formatDay } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { GrantForm } from "./grant-form.tsx";
import styles from "./people.module.css";
import { nameOf } from "./people-rows.tsx";
import { rightName } from "./side.tsx";
import { usePersonAct } from "./use-person.ts";

/** A dialog of a person's page, which is open while its name is in the address. */
export interface PersonDialogProps {
  person: Person;
  close: () => void;
}

/** The dialogs that help a person. */
export function PersonDialogs({ person }: { person: Person }) {
  const [params, change] = useAddress();
  const name = params.get("dialog");
  const close = () => change({ dialog: null, grant: null }, { replace: true });
  const right = person.rights.find(({ id }) => id === params.get("grant"));
  return (
    <>
      <Dialog opened={name === "grant"} title={t("grant.title")} close={close}>
        <GrantForm person={person} close={close} />
      </Dialog>
      <Dialog opened={name === "revoke" && right !== undefined} title={t("revoke.title")} close={close}>
        {right && <Revoke person={person} right={right} close={close} />}
      </Dialog>
      <Dialog opened={name === "sign-out"} title={t("signOutAll.title")} close={close}>
        <SignOut person={person} close={close} />
      </Dialog>
    </>
  );
}

function Revoke({ person, right, close }: PersonDialogProps & { right: Person["rights"][number] }) {
  const act = usePersonAct();
  const [reason, setReason] = useState("");
  const what = rightName(right);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act.send(
      (requestKey) =>
        call("POST /api/console/people/revoke", { id: person.id, grantId: right.id, reason, requestKey }),
      () => {
        showToast(t("revoke.done", { what }));
        close();
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <Effect
        sentences={[
          t("revoke.effect", {
            what,
            until: right.until ? t("person.to", { at: formatDay(right.until) }) : t("person.forever"),
          }),
          t("revoke.others"),
        ]}
      />
      <Reason value={reason} change={setReason} error={act.fields["reason"]} />
      <Failure text={act.fields["grant"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button type="submit" color="red" loading={act.busy}>
          {t("revoke.act")}
        </Button>
      </DialogActs>
    </form>
  );
}

function SignOut({ person, close }: PersonDialogProps) {
  const act = usePersonAct();
  const send = () =>
    act.send(
      (requestKey) => call("POST /api/console/people/sessions/end", { id: person.id, requestKey }),
      () => {
        showToast(t("signOutAll.done"));
        close();
      },
    );
  const isGuest = person.kind === "guest";
  return (
    <div className={styles.form}>
      <Effect
        sentences={[
          t("signOutAll.effect", { name: nameOf(person), count: person.devices.length }),
          t(isGuest ? "signOutAll.guest" : "signOutAll.member"),
        ]}
      />
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={act.busy} onClick={send}>
          {t("signOutAll.act")}
        </Button>
      </DialogActs>
    </div>
  );
}

/** Why something is done, for the log. */
export function Reason({
  value,
  change,
  error,
}: {
  value: string;
  change: (text: string) => void;
  error: string | undefined;
}) {
  return (
    <TextInput
      label={t("person.reason")}
      description={t("person.reasonHint")}
      value={value}
      error={error}
      required
      minLength={3}
      maxLength={500}
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
