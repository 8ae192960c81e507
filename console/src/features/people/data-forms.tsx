import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { showToast } from "../../lib/toasts.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./people.module.css";
import { nameOf } from "./people-rows.tsx";
import { Reason } from "./reason.tsx";
import { type PersonDialogProps, usePersonForm } from "./use-person.ts";

/** Begins the change of an address. */
export function AddressForm({ person, close }: PersonDialogProps) {
  const { form, set, leave, act } = usePersonForm(`address:${person.id}`, { email: "" }, close);
  const { email } = form;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act.send(
      (requestKey) => call("POST /api/console/people/mail", { id: person.id, email, requestKey }),
      () => {
        showToast(t("address.done"));
        leave();
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <TextInput
        type="email"
        label={t("address.new")}
        value={email}
        error={act.fields["email"]}
        required
        maxLength={254}
        autoComplete="off"
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <Effect
        sentences={[t("address.confirm"), t("address.keep", { name: nameOf(person) }), t("address.devices")]}
      />
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy}>
          {t("address.act")}
        </Button>
      </DialogActs>
    </form>
  );
}

/** Shows what the deletion of an account will do, and schedules it. */
export function DeletionForm({ person, close }: PersonDialogProps) {
  const { form, set, leave, act } = usePersonForm(`deletion:${person.id}`, { reason: "" }, close);
  const { reason } = form;
  const query = useQuery({
    queryKey: ["people", "deletion", person.id],
    queryFn: async () => {
      const body = { id: person.id, dryRun: true, requestKey: newRequestKey() };
      return (await call("POST /api/console/people/delete", body)).effect;
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const effect = query.data;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act.send(
      async (requestKey) => {
        const body = { id: person.id, reason, effect: effect?.hash, requestKey };
        try {
          return (await call("POST /api/console/people/delete", body)).person;
        } catch (error) {
          // What will happen may have changed: it is shown again.
          void query.refetch();
          throw error;
        }
      },
      () => {
        showToast(t("deletion.done"));
        leave();
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {effect ? <Effect sentences={effect.sentences} /> : !query.error && <Skeletons rows={4} />}
      <Reason value={reason} change={(to) => set({ reason: to })} error={act.fields["reason"]} />
      <Failure text={query.error ? sentenceOf(query.error) : act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
          {t("cancel")}
        </Button>
        <Button type="submit" color="red" loading={act.busy} disabled={!effect}>
          {t("deletion.act")}
        </Button>
      </DialogActs>
    </form>
  );
}
