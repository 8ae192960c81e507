import { Button, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useAct } from "../../lib/use-act.ts";
import { useGoOn } from "../../lib/use-address.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./people.module.css";
import { nameOf } from "./people-rows.tsx";
import type { PersonDialogProps } from "./use-person.ts";

const ROWS = 7;

/** Writes to a person by mail, which begins a ticket. What is typed outlives a reload and a sign-in. */
export function WriteForm({ person, close }: PersonDialogProps) {
  const act = useAct();
  const navigate = useGoOn();
  const [newKey] = useState(newRequestKey);
  // With the key of the mail: where its answer was lost, the same words are sent once, also after a reload.
  const [form, keep, clear] = useFormDraft(`write.${person.id}`, {
    subject: "",
    text: "",
    requestKey: newKey,
  });
  const { subject, text } = form;
  const edit = (fields: { subject?: string; text?: string }) =>
    keep({ ...fields, requestKey: newRequestKey() });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void act.run(async () => {
      const body = { id: person.id, ...form };
      const { ticket } = await call("POST /api/console/people/write", body);
      clear();
      navigate(`/tickets/${ticket}`);
    });
  };
  const canSend = person.mail && person.email !== null;
  return (
    <form className={styles.form} onSubmit={send}>
      <TextInput
        label={t("write.subject")}
        value={subject}
        error={act.fields["subject"]}
        required
        maxLength={200}
        autoComplete="off"
        onChange={(event) => edit({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={
          person.language
            ? t("ticket.answerIn", { language: t(`language.${person.language}`) })
            : t("write.text")
        }
        value={text}
        error={act.fields["text"]}
        required
        minRows={ROWS}
        maxRows={2 * ROWS}
        autosize
        maxLength={5000}
        onChange={(event) => edit({ text: event.currentTarget.value })}
      />
      <p className={styles.hint}>
        {person.email === null
          ? t("write.noAddress")
          : t(person.mail ? "write.hint" : "ticket.noMail", { name: nameOf(person) })}
      </p>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={!canSend}>
          {t("ticket.send.answer")}
        </Button>
      </DialogActs>
    </form>
  );
}
