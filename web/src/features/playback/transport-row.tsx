import { RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import type { Player } from "./player-store.ts";
import { PlayButton } from "./time-row.tsx";

interface TransportRowProps {
  player: Player;
  /** Goes to another episode; null where there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** Renders a button for each gesture on the picture, for viewers who do not use gestures. */
export function TransportRow({ player, onPrevious, onNext }: TransportRowProps) {
  const t = useMessages();
  return (
    <div className="flex items-center justify-evenly rounded-md bg-raised py-1">
      <IconButton
        label={t("watch.previousEpisode")}
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
        className="disabled:opacity-35"
      >
        <SkipBack aria-hidden className="size-5 fill-current" />
      </IconButton>
      <IconButton label={t("watch.rewind")} onClick={() => player.skip(-10)}>
        <RotateCcw aria-hidden className="size-5" />
      </IconButton>
      <PlayButton player={player} />
      <IconButton label={t("watch.forward")} onClick={() => player.skip(10)}>
        <RotateCw aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label={t("watch.nextEpisode")}
        disabled={!onNext}
        onClick={() => onNext?.()}
        className="disabled:opacity-35"
      >
        <SkipForward aria-hidden className="size-5 fill-current" />
      </IconButton>
    </div>
  );
}
