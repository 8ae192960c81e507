import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import { useEffect, useState } from "react";
import { t } from "../../lib/messages.ts";
import type { SendFiles } from "../../lib/send-file.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { RemoveEpisode } from "./remove-episode.tsx";
import { ReplaceFilm } from "./replace-film.tsx";

/** The dialogs about one episode, which the address names. */
export function EpisodeDialogs({ episodes, send }: { episodes: readonly ConsoleEpisode[]; send: SendFiles }) {
  const [params, change] = useAddress();
  const dialog = params.get("dialog");
  const named = episodes.find(({ id }) => id === params.get("episode"));
  const opened = dialog === "replace" || dialog === "remove" ? dialog : null;
  // A dialog keeps what it was opened for until it is gone.
  const [shown, setShown] = useState<{ dialog: "replace" | "remove"; episode: ConsoleEpisode } | null>(null);
  useEffect(() => {
    if (opened && named) setShown({ dialog: opened, episode: named });
  }, [opened, named]);
  const close = () => change({ dialog: null, episode: null }, { replace: true });
  return (
    <Dialog
      opened={opened !== null && named !== undefined && shown !== null}
      title={shown ? t(`${shown.dialog}.title`, { number: shown.episode.number }) : ""}
      close={close}
    >
      {shown?.dialog === "replace" && (
        <ReplaceFilm key={shown.episode.id} episode={shown.episode} send={send} close={close} />
      )}
      {shown?.dialog === "remove" && (
        <RemoveEpisode key={shown.episode.id} episode={shown.episode} close={close} />
      )}
    </Dialog>
  );
}
