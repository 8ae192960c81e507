import { Button, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useRef } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useAct } from "../../lib/use-act.ts";
import { useGoOn } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
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
  const [subject, setSubject, clearSubject] = useDraft(`write.${person.id}.subject`);
  const [text, setText, clearText] = useDraft(`write.${person.id}.text`);
  const requestKey = useRef(newRequestKey());
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void act.run(async () => {
      const body = { id: person.id, subject, text, requestKey: requestKey.current };
      const { ticket } = await call("POST /api/console/people/write", body);
      clearSubject();
      clearText();
      navigate(`/tickets/${ticket}`);
    });
  };
  const edited = (set: (next: string) => void) => (next: string) => {
    requestKey.current = newRequestKey();
    set(next);
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
        onChange={(event) => edited(setSubject)(event.currentTarget.value)}
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
        onChange={(event) => edited(setText)(event.currentTarget.value)}
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
