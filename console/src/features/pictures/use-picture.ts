import type { PictureKind } from "@cliffhanger/contract/console/picture-kinds";
import type { Crop, PictureSource } from "@cliffhanger/contract/console/pictures";
import type { ConsoleSeries } from "@cliffhanger/contract/console/series";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { sendFile } from "../../lib/send-file.ts";
import { closeActs, showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import type { Moment } from "./frame-choice.tsx";

/** What a picture is made of: a file of this machine, or a moment of a film. */
export type Chosen = { file: File } | Moment;

/** Returns an address under which the browser shows a file, for as long as it is chosen. */
export function useFileUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

/** Sends a chosen picture and gives its part to the series. `percent`: how much of a file is sent. */
export function useSetPicture({ id, content, state }: ConsoleSeries, kind: PictureKind, done: () => void) {
  const client = useQueryClient();
  const act = useAct();
  const [percent, setPercent] = useState<number | null>(null);
  const save = (chosen: Chosen, crop: Crop) =>
    act.run(async () => {
      closeActs();
      try {
        const source: PictureSource =
          "file" in chosen
            ? { upload: await upload(chosen.file) }
            : { episode: chosen.episode, at: chosen.at };
        const from = content[kind]?.url ?? null;
        const next = await call("POST /api/console/picture", { id, kind, from, source, crop });
        putAnswer(client, ["series", "one", id], next);
        const words = { kind: t(`field.${kind}`) };
        showToast(state === "live" ? t("pictures.setDraft", words) : t("pictures.set", words));
        done();
      } finally {
        setPercent(null);
        await client.invalidateQueries({ queryKey: ["series"] });
      }
    });
  const upload = async (file: File): Promise<string> => {
    const { name, size, lastModified } = file;
    const begun = await call("POST /api/console/upload", {
      requestKey: newRequestKey(),
      seriesId: id,
      files: [{ name, size, lastModified, as: kind }],
    });
    const [place] = begun.files;
    if (!place?.id) throw new CallError(400, t(`upload.left.${place?.leftOut ?? "not_media"}`), {});
    setPercent(0);
    const sent = Promise.withResolvers<void>();
    await sendFile(place.id, file, {
      progress: (bytes) => setPercent(Math.floor((bytes / Math.max(1, size)) * 100)),
      done: sent.resolve,
      failed: () => sent.reject(new CallError(0, "", {})),
    });
    await sent.promise;
    return place.id;
  };
  return { act, percent, save };
}
