import type { Person } from "@cliffhanger/contract/console/people";
import { Button } from "@mantine/core";
import type { FormEvent } from "react";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { formatDay } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { AddressForm, DeletionForm } from "./data-forms.tsx";
import { GrantForm } from "./grant-form.tsx";
import styles from "./people.module.css";
import { nameOf } from "./people-rows.tsx";
import { Reason } from "./reason.tsx";
import { rightName } from "./side.tsx";
import { type PersonDialogProps, usePersonAct, usePersonForm } from "./use-person.ts";
import { WriteForm } from "./write-form.tsx";

/** The dialogs that help a person. */
export function PersonDialogs({ person }: { person: Person }) {
  const [params, change] = useAddress();
  const name = params.get("dialog");
  const close = () => change({ dialog: null, grant: null }, { replace: true });
  const mayChange = useMay("person.data");
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
      <Dialog opened={name === "write"} title={t("write.title")} close={close}>
        <WriteForm person={person} close={close} />
      </Dialog>
      <Dialog opened={name === "address" && mayChange} title={t("address.title")} close={close}>
        <AddressForm person={person} close={close} />
      </Dialog>
      <Dialog opened={name === "delete" && mayChange} title={t("deletion.title")} close={close}>
        <DeletionForm person={person} close={close} />
      </Dialog>
    </>
  );
}

function Revoke({ person, right, close }: PersonDialogProps & { right: Person["rights"][number] }) {
  const { form, set, leave, act } = usePersonForm(`revoke:${right.id}`, { reason: "" }, close);
  const { reason } = form;
  const what = rightName(right);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act.send(
      (requestKey) =>
        call("POST /api/console/people/revoke", { id: person.id, grantId: right.id, reason, requestKey }),
      () => {
        showToast(t("revoke.done", { what }));
        leave();
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
      <Reason value={reason} change={(to) => set({ reason: to })} error={act.fields["reason"]} />
      <Failure text={act.fields["grant"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
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
