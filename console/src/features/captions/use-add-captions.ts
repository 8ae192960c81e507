import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import type { Language } from "@cliffhanger/contract/languages";
import { useQueryClient } from "@tanstack/react-query";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import type { SendFiles } from "../../lib/send-file.ts";
import { closeActs, showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";

/** Gives an episode captions from a file of any name. */
export function useAddCaptions(seriesId: string, send: SendFiles) {
  const client = useQueryClient();
  const act = useAct();
  const add = async ({ number }: ConsoleEpisode, language: Language, file: File) => {
    closeActs();
    await act.run(async () => {
      // The server knows the language of captions by their name; a time of its own makes each choice a file of its own.
      const [, ending = "vtt"] = /\.(srt|vtt)$/i.exec(file.name) ?? [];
      const name = `${number}.${language}.${ending.toLowerCase()}`;
      const begun = await call("POST /api/console/upload", {
        requestKey: newRequestKey(),
        seriesId,
        files: [{ name, size: file.size, lastModified: Date.now(), number }],
      });
      const [place] = begun.files;
      if (!place?.id) throw new CallError(400, t(`upload.left.${place?.leftOut ?? "not_media"}`), {});
      send(seriesId, [{ id: place.id, file: new File([file], name) }]);
      showToast(t("captions.begun", { number, language: t(`language.${language}`) }));
    });
    await client.invalidateQueries({ queryKey: ["series"] });
  };
  return {
    failure: act.failure,
    add: (episode: ConsoleEpisode, language: Language, file: File) => void add(episode, language, file),
  };
}
