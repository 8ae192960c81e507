import type { UploadPlan } from "@cliffhanger/contract/console/uploads";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { FolderUp } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useDialogAct } from "../../lib/use-act.ts";
import { useAddress, useGoOn } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { readChoice, readDrop } from "./dropped-files.ts";
import styles from "./upload.module.css";
import { UploadPreview } from "./upload-preview.tsx";
import { sendFiles } from "./uploader.ts";

interface Chosen {
  files: File[];
  requestKey: string;
  /** Episodes chosen in the preview, by file name. */
  numbers: Readonly<Record<string, number>>;
}

/** Takes a folder, shows where each file goes, and begins the upload. `seriesId` null: it becomes a new draft. */
export function UploadDialog({ seriesId }: { seriesId: string | null }) {
  const [params, change] = useAddress();
  const navigate = useGoOn();
  const client = useQueryClient();
  const opened = params.get("dialog") === "upload";
  const act = useDialogAct(opened);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [plan, setPlan] = useState<UploadPlan | null>(null);
  const [title, setTitle] = useState("");
  const close = () => {
    setChosen(null);
    setPlan(null);
    change({ dialog: null }, { replace: true });
  };
  const ask = (next: Chosen, dryRun: boolean) =>
    call("POST /api/console/upload", {
      requestKey: next.requestKey,
      // A preview needs no title yet.
      ...(seriesId !== null ? { seriesId } : dryRun ? {} : { title }),
      files: next.files.map(({ name, size, lastModified }) => ({
        name,
        size,
        lastModified: Math.max(0, lastModified),
        ...(next.numbers[name] === undefined ? {} : { number: next.numbers[name] }),
      })),
      dryRun,
    });
  const preview = (next: Chosen) =>
    act.run(async () => {
      setChosen(next);
      setPlan(await ask(next, true));
    });
  const take = ({ files, folder }: { files: File[]; folder: string | null }) => {
    if (files.length === 0) return;
    if (folder !== null && title === "") setTitle(folder);
    void preview({ files, requestKey: newRequestKey(), numbers: {} });
  };
  const start = () =>
    act.run(async () => {
      if (!chosen) return;
      const begun = await ask(chosen, false);
      const id = begun.seriesId ?? "";
      sendFiles(
        id,
        begun.files.flatMap((place, at) => {
          const file = chosen.files[at];
          return place.id === null || !file ? [] : [{ id: place.id, file }];
        }),
      );
      await client.invalidateQueries({ queryKey: ["series"] });
      close();
      navigate(`/series/${id}/episodes`);
    });
  const going = plan?.files.filter(({ leftOut }) => leftOut === null).length ?? 0;
  return (
    <Dialog
      opened={opened}
      title={t(seriesId === null ? "upload.newTitle" : "upload.addTitle")}
      size={plan ? "52rem" : "32rem"}
      close={close}
    >
      {plan && chosen ? (
        <>
          {seriesId === null && (
            <TextInput
              label={t("upload.title")}
              value={title}
              maxLength={200}
              error={act.fields.title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
          <UploadPreview
            plan={plan}
            files={chosen.files}
            setNumber={(name, number) =>
              void preview({ ...chosen, numbers: { ...chosen.numbers, [name]: number } })
            }
          />
        </>
      ) : (
        <Drop take={take} busy={act.busy} />
      )}
      <Failure text={act.failure} />
      {plan && (
        <DialogActs>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button
            loading={act.busy}
            disabled={going === 0 || (seriesId === null && title.trim() === "")}
            onClick={() => void start()}
          >
            {t("upload.start", { count: going })}
          </Button>
        </DialogActs>
      )}
    </Dialog>
  );
}

function Drop({
  take,
  busy,
}: {
  take: (chosen: { files: File[]; folder: string | null }) => void;
  busy: boolean;
}) {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    if (input.files) take(readChoice(input.files));
    input.value = "";
  };
  return (
    // The buttons within do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.drop}
      aria-label={t("upload.drop")}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void readDrop(event.dataTransfer.items).then(take);
      }}
    >
      <FolderUp size={32} strokeWidth={1.5} aria-hidden />
      <p>{t("upload.drop")}</p>
      <p className={styles.quiet}>{t("upload.names")}</p>
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        {...{ webkitdirectory: "" }}
        aria-label={t("upload.folder")}
        onChange={(event) => choose(event.currentTarget)}
      />
      <input
        ref={files}
        type="file"
        hidden
        multiple
        aria-label={t("upload.files")}
        onChange={(event) => choose(event.currentTarget)}
      />
      <div className={styles.buttons}>
        <Button loading={busy} onClick={() => folder.current?.click()}>
          {t("upload.folder")}
        </Button>
        <Button variant="default" onClick={() => files.current?.click()}>
          {t("upload.files")}
        </Button>
      </div>
    </section>
  );
}
