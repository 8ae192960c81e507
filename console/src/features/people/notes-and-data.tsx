import type { Person } from "@cliffhanger/contract/console/people";
import { Button, Textarea } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { type FormEvent, useRef } from "react";
import { call, callFile } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import styles from "./people.module.css";
import { usePersonAct } from "./use-person.ts";

/** Notes something for the team. */
export function Notes({ person }: { person: Person }) {
  const act = usePersonAct();
  const [text, setText, clear] = useDraft(`note.${person.id}`);
  if (!useMay("person.help")) return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act.send(
      (requestKey) => call("POST /api/console/people/note", { id: person.id, text, requestKey }),
      () => {
        clear();
        showToast(t("ticket.done.note"));
      },
    );
  };
  return (
    <Panel title={t("notes.title")}>
      <PanelBody>
        <form className={styles.form} onSubmit={send}>
          <Textarea
            aria-label={t("notes.title")}
            placeholder={t("notes.hint")}
            value={text}
            error={act.fields["text"]}
            autosize
            minRows={2}
            maxLength={2000}
            onChange={(event) => {
              act.renew();
              setText(event.currentTarget.value);
            }}
          />
          <Failure text={act.failure} />
          {text.trim() !== "" && (
            <Button type="submit" variant="default" loading={act.busy}>
              {t("ticket.send.note")}
            </Button>
          )}
        </form>
      </PanelBody>
    </Panel>
  );
}

/** Exports the data of a person, and deletes their account. */
export function TheirData({ person }: { person: Person }) {
  const [, change] = useAddress();
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  if (!useMay("person.data")) return null;
  const download = () =>
    void act.run(async () => {
      const body = { id: person.id, requestKey: requestKey.current };
      const url = URL.createObjectURL(await callFile("POST /api/console/people/export", body));
      const link = document.createElement("a");
      link.href = url;
      link.download = `person-${person.id}.zip`;
      link.click();
      URL.revokeObjectURL(url);
      requestKey.current = newRequestKey();
    });
  return (
    <Panel title={t("data.title")}>
      <PanelBody>
        <div className={styles.row}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Download size={15} aria-hidden />}
            loading={act.busy}
            onClick={download}
          >
            {t("data.export")}
          </Button>
          {person.kind === "member" && person.deletesAt === null && (
            <Button
              variant="default"
              size="compact-md"
              c="var(--red)"
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => change({ dialog: "delete" })}
            >
              {t("data.delete")}
            </Button>
          )}
        </div>
        <Failure text={act.failure} />
        <p className={styles.hint}>{t("data.hint")}</p>
      </PanelBody>
    </Panel>
  );
}
