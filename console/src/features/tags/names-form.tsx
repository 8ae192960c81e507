import type { ConsoleTag, TagNames } from "@cliffhanger/contract/console/tags";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./tags.module.css";

/** The names of a tag in five languages: of one that is there, or of a new one. */
export function NamesForm({
  about,
  close,
}: {
  about: ConsoleTag | { kind: ConsoleTag["kind"] };
  close: () => void;
}) {
  const client = useQueryClient();
  const act = useAct("tags");
  // What was shown when the form opened: names that somebody else gave meanwhile are not overwritten.
  const [from] = useState<TagNames>("names" in about ? about.names : {});
  // What was typed and not saved is kept for these names alone.
  const draft = `tag:${"id" in about ? about.id : about.kind}:${JSON.stringify(from)}`;
  const [names, setNames, leave] = useDialogDraft<TagNames>(draft, from, close);
  const save = () =>
    act.run(async () => {
      const body = "id" in about ? { id: about.id, from, names } : { kind: about.kind, names };
      putAnswer(client, ["tags"], await call("POST /api/console/tag", body));
      showToast(t("tags.saved", { name: names.en?.trim() }));
      leave();
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {languages.map((code, at) => (
        <TextInput
          key={code}
          label={t(`language.${code}`)}
          lang={code}
          maxLength={60}
          value={names[code] ?? ""}
          error={act.fields[`names.${code}`]}
          placeholder={code === "en" ? undefined : names.en}
          data-autofocus={at === 0 || undefined}
          onChange={(event) => setNames({ [code]: event.currentTarget.value })}
        />
      ))}
      <p className={styles.quiet}>{t("tags.namesHint")}</p>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={(names.en ?? "").trim() === ""}>
          {t("tags.save")}
        </Button>
      </DialogActs>
    </form>
  );
}
