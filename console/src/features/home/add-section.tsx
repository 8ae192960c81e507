import type { ConsoleHome, HomeKind, HomeSource } from "@cliffhanger/contract/console/home";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./home.module.css";
import { type BegunSource, SourceChoice } from "./source-choice.tsx";

const USUAL_SIZE = 20;
const FEATURED_SIZE = 6;
const kinds = ["row", "grid", "ranking", "switcher", "featured"] as const;

/** What the form holds. `id`: of the section, so that one whose answer was lost is not added twice. */
interface Form {
  id: string;
  title: string;
  kind: HomeKind;
  source: HomeSource;
  begun: BegunSource;
}

/** Adds a section at the end of the draft. */
export function AddSection({ home, take }: { home: ConsoleHome; take: (home: ConsoleHome) => void }) {
  const [params, change] = useAddress();
  const opened = params.get("dialog") === "add";
  const close = () => change({ dialog: null }, { replace: true });
  return (
    <Dialog opened={opened} title={t("home.add")} close={close}>
      <AddForm home={home} take={take} close={close} />
    </Dialog>
  );
}

/** The form of a new section. */
export function AddForm({
  home,
  take,
  close,
}: {
  home: ConsoleHome;
  take: (home: ConsoleHome) => void;
  close: () => void;
}) {
  const [, change] = useAddress();
  const act = useAct();
  const [newId] = useState(newRequestKey);
  const [form, keep, clear] = useFormDraft<Form>("home:add", {
    id: newId,
    title: "",
    kind: "row",
    source: { type: "newest" },
    begun: null,
  });
  const { id, title, source, begun } = form;
  const set = (fields: Partial<Form>) => keep({ id, ...fields });
  const hasFeatured = home.sections.some((section) => section.kind === "featured");
  // Somebody else may have added the carousel meanwhile.
  const kind = form.kind === "featured" && hasFeatured ? "row" : form.kind;
  const hasSource = kind !== "switcher";
  const add = () =>
    act.run(async () => {
      const chosen = hasSource ? source : { type: "categories" as const };
      const size = kind === "featured" ? FEATURED_SIZE : USUAL_SIZE;
      take(
        await call("POST /api/console/home/change", { act: "add", id, kind, source: chosen, size, title }),
      );
      clear();
      change({ dialog: null, section: id }, { replace: true });
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        label={t("home.titleEnglish")}
        value={title}
        maxLength={80}
        required
        data-autofocus
        error={act.fields["title.en"]}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Select
        label={t("home.showsAs")}
        data={kinds
          .filter((value) => value !== "featured" || !hasFeatured)
          .map((value) => ({ value, label: t(`home.kind.${value}`) }))}
        value={kind}
        allowDeselect={false}
        error={act.fields["kind"]}
        onChange={(to) => to !== null && set({ kind: to })}
      />
      {hasSource && <SourceChoice source={source} begun={begun} change={set} />}
      <Failure text={act.fields["source"] ?? act.fields["section"] ?? act.failure} />
      <DialogActs>
        <Button
          variant="default"
          onClick={() => {
            clear();
            close();
          }}
        >
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={hasSource && begun !== null}>
          {t("home.addDo")}
        </Button>
      </DialogActs>
    </form>
  );
}
