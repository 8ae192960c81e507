import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { FileVideo } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import type { SendFiles } from "../../lib/send-file.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import styles from "./series-page.module.css";

/** Chooses another film for an episode. `send` sends it on its way, which goes on while other screens are open. */
export function ReplaceFilm({
  episode: { id, number, film, isLive },
  send,
  close,
}: {
  episode: ConsoleEpisode;
  send: SendFiles;
  close: () => void;
}) {
  const client = useQueryClient();
  const act = useAct();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; requestKey: string } | null>(null);
  const start = () =>
    act.run(async () => {
      if (!chosen) return;
      const { file, requestKey } = chosen;
      const { name, size, lastModified } = file;
      const body = { requestKey, id, file: { name, size, lastModified: Math.max(0, lastModified) } };
      const begun = await call("POST /api/console/episode/replace", body);
      const [place] = begun.files;
      if (place?.id && begun.seriesId !== null) send(begun.seriesId, [{ id: place.id, file }]);
      showToast(t("replace.begun", { number }));
      close();
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  return (
    <div className={styles.form}>
      <p>{film ? t("replace.present", { name: film.file }) : t("replace.none")}</p>
      <FileInput
        ref={input}
        label={t("replace.choose")}
        accept="video/*,.mkv,.mts,.m2ts,.mxf,.vob"
        choose={(file) => {
          act.reset();
          setChosen({ file, requestKey: newRequestKey() });
        }}
      />
      <div className={styles.chosenFile}>
        <Button
          variant={chosen ? "default" : "filled"}
          leftSection={<FileVideo size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t(chosen ? "replace.another" : "replace.choose")}
        </Button>
        {chosen && (
          <span>
            {chosen.file.name}{" "}
            <span className={styles.quiet}>{t("size.mb", { mb: megabytes(chosen.file.size) })}</span>
          </span>
        )}
      </div>
      <Effect
        sentences={[
          ...(isLive ? [t("replace.effectLive")] : []),
          t("replace.effectKeeps", { number }),
          t("replace.effectCaptions"),
        ]}
      />
      <Failure text={act.fields["file"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button disabled={!chosen} loading={act.busy} onClick={() => void start()}>
          {t("replace.start")}
        </Button>
      </DialogActs>
    </div>
  );
}

function megabytes(bytes: number): number {
  return Math.max(0.1, Math.round(bytes / 100_000) / 10);
}
