import { Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatClock } from "../../lib/format.ts";
import { IconButton } from "../../ui/button.tsx";
import type { ControlActions } from "./controls.tsx";
import { type Player, usePlayer } from "./player-store.ts";

interface TransportRowProps {
  player: Player;
  actions: ControlActions;
}

/** Where it is, what moves it, and how long it is. */
export function TransportRow({ player, actions }: TransportRowProps) {
  const { t } = useTranslation();
  const time = usePlayer(player, (state) => Math.floor(state.time));
  const duration = usePlayer(player, (state) => state.duration);
  const playing = usePlayer(player, (state) => state.status === "playing");
  return (
    <div className="-mt-2 flex items-center justify-between gap-1">
      <span className="tabular w-11 text-sm text-text/90">{formatClock(time)}</span>
      <div className="flex items-center">
        <IconButton
          label={t("watch.previousEpisode")}
          disabled={!actions.previous}
          onClick={() => actions.previous?.()}
          className="disabled:opacity-35"
        >
          <SkipBack aria-hidden className="size-5 fill-current" />
        </IconButton>
        <IconButton label={t("watch.rewind")} onClick={() => player.skip(-10)}>
          <RotateCcw aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={playing ? t("watch.pause") : t("watch.play")} onClick={player.toggle}>
          {playing ? (
            <Pause aria-hidden className="size-6 fill-current" />
          ) : (
            <Play aria-hidden className="size-6 fill-current" />
          )}
        </IconButton>
        <IconButton label={t("watch.forward")} onClick={() => player.skip(10)}>
          <RotateCw aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={t("watch.nextEpisode")}
          disabled={!actions.next}
          onClick={() => actions.next?.()}
          className="disabled:opacity-35"
        >
          <SkipForward aria-hidden className="size-5 fill-current" />
        </IconButton>
      </div>
      <span className="tabular w-11 text-right text-sm text-text/90">{formatClock(duration)}</span>
    </div>
  );
}
