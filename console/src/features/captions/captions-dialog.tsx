import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import type { Language } from "@cliffhanger/contract/languages";
import { useEffect, useState } from "react";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Cues } from "./cues.tsx";
import type { Named } from "./named.ts";

/** The dialog of the captions that the address names. */
export function CaptionsDialog({
  seriesId,
  named,
  readOnly,
  replace,
}: {
  seriesId: string;
  named: Named | null;
  readOnly: boolean;
  replace: (episode: ConsoleEpisode, language: Language, file: File) => void;
}) {
  const [, change] = useAddress();
  // A dialog keeps what it was opened for until it is gone.
  const [shown, setShown] = useState<Named | null>(null);
  useEffect(() => {
    if (named) setShown(named);
  }, [named]);
  const close = () => change({ captions: null }, { replace: true });
  const words = shown && { number: shown.episode.number, language: t(`language.${shown.language}`) };
  return (
    <Dialog
      opened={named !== null && shown !== null}
      title={words ? t("captions.of", words) : ""}
      size="52rem"
      close={close}
    >
      {shown && (
        <Cues
          key={`${shown.episode.id}.${shown.language}`}
          seriesId={seriesId}
          named={shown}
          readOnly={readOnly}
          replace={(file) => {
            close();
            replace(shown.episode, shown.language, file);
          }}
          close={close}
        />
      )}
    </Dialog>
  );
}
