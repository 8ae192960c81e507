import type { ConsolePlan, PlanTexts } from "@cliffhanger/contract/console/plans";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./plans.module.css";

const LONGEST = { names: 40, descriptions: 120 };

/** Name and description of a plan in five languages. */
export function PlanTextsForm({ plan, close }: { plan: ConsolePlan; close: () => void }) {
  const client = useQueryClient();
  const act = useAct("plans");
  // What was shown when the form opened: texts that somebody else wrote meanwhile are not overwritten.
  const [from] = useState({ names: plan.names, descriptions: plan.descriptions });
  // What was typed and not saved is kept for these texts alone.
  const [texts, setTexts, leave] = useDialogDraft(`plan:${plan.id}:${JSON.stringify(from)}`, from, close);
  const save = () =>
    act.run(async () => {
      await call("POST /api/console/plans/texts", { id: plan.id, from, ...texts });
      showToast(t("plans.textsSaved"));
      leave();
      await client.invalidateQueries({ queryKey: ["plans"] });
    });
  const change = (what: "names" | "descriptions", code: keyof PlanTexts, text: string) =>
    setTexts({ [what]: { ...texts[what], [code]: text } });
  const other = Object.values(act.fields)[0];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {languages.map((code, at) => (
        <div key={code} className={styles.pair}>
          {(["names", "descriptions"] as const).map((what) => (
            <TextInput
              key={what}
              label={t(`plans.${what}In`, { language: t(`language.${code}`) })}
              lang={code}
              maxLength={LONGEST[what]}
              value={texts[what][code] ?? ""}
              placeholder={code === "en" ? undefined : texts[what].en}
              data-autofocus={(at === 0 && what === "names") || undefined}
              onChange={(event) => change(what, code, event.currentTarget.value)}
            />
          ))}
        </div>
      ))}
      <p className={styles.quiet}>{t("plans.textsHint")}</p>
      <Failure text={other ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={(texts.names.en ?? "").trim() === ""}>
          {t("plans.saveTexts")}
        </Button>
      </DialogActs>
    </form>
  );
}
