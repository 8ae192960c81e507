import type { ConsoleHome, HomeKind, HomeSource } from "@cliffhanger/contract/console/home";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useDialogAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import styles from "./home.module.css";
import { SourceChoice } from "./source-choice.tsx";

const USUAL_SIZE = 20;
const FEATURED_SIZE = 6;
const kinds = ["row", "grid", "ranking", "switcher", "featured"] as const;

/** Adds a section at the end of the draft. */
export function AddSection({ home, take }: { home: ConsoleHome; take: (home: ConsoleHome) => void }) {
  const [params, change] = useAddress();
  const opened = params.get("dialog") === "add";
  const act = useDialogAct(opened);
  const [id, setId] = useState(newRequestKey);
  const [title, setTitle, clearTitle] = useDraft("home:add");
  const [kind, setKind] = useState<HomeKind>("row");
  const [source, setSource] = useState<HomeSource>({ type: "newest" });
  const hasFeatured = home.sections.some((section) => section.kind === "featured");
  const close = () => change({ dialog: null }, { replace: true });
  const add = () =>
    act.run(async () => {
      const chosen = kind === "switcher" ? { type: "categories" as const } : source;
      const size = kind === "featured" ? FEATURED_SIZE : USUAL_SIZE;
      take(
        await call("POST /api/console/home/change", { act: "add", id, kind, source: chosen, size, title }),
      );
      setId(newRequestKey());
      setKind("row");
      setSource({ type: "newest" });
      clearTitle();
      change({ dialog: null, section: id }, { replace: true });
    });
  return (
    <Dialog opened={opened} title={t("home.add")} close={close}>
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
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Select
          label={t("home.showsAs")}
          data={kinds
            .filter((value) => value !== "featured" || !hasFeatured)
            .map((value) => ({ value, label: t(`home.kind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          error={act.fields["kind"]}
          onChange={(to) => to !== null && setKind(to)}
        />
        {kind !== "switcher" && <SourceChoice source={source} change={setSource} />}
        <Failure text={act.fields["source"] ?? act.fields["section"] ?? act.failure} />
        <DialogActs>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={act.busy}>
            {t("home.addDo")}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
