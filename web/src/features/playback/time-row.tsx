import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { formatClock } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import type { ControlActions } from "./control-actions.ts";
import { type Player, usePlayer } from "./player-store.ts";

interface TimeRowProps {
  player: Player;
  actions: Pick<ControlActions, "previous" | "next">;
}

/** Renders position and duration; on a tablet and a desktop with the buttons that mouse users expect. */
export function TimeRow({ player, actions }: TimeRowProps) {
  const t = useMessages();
  const time = usePlayer(player, (state) => Math.floor(state.time));
  const duration = usePlayer(player, (state) => state.duration);
  return (
    <div className="pointer-events-none -mt-[10px] flex items-center justify-between gap-1 text-sm text-text/90 wide:-mt-[8px] beside:short:hidden">
      <span className="tabular">{formatClock(time)}</span>
      <div className="pointer-events-auto hidden items-center gap-1 wide:flex">
        <IconButton
          label={t("watch.previousEpisode")}
          disabled={!actions.previous}
          onClick={() => actions.previous?.()}
          className="disabled:opacity-35 slim:hidden"
        >
          <SkipBack aria-hidden className="size-5 fill-current" />
        </IconButton>
        <PlayButton player={player} />
        <IconButton
          label={t("watch.nextEpisode")}
          disabled={!actions.next}
          onClick={() => actions.next?.()}
          className="disabled:opacity-35 slim:hidden"
        >
          <SkipForward aria-hidden className="size-5 fill-current" />
        </IconButton>
      </div>
      <span className="tabular text-right">{formatClock(duration)}</span>
    </div>
  );
}

/** Renders the button that plays and pauses. */
export function PlayButton({ player }: { player: Player }) {
  const t = useMessages();
  const playing = usePlayer(player, (state) => state.status === "playing");
  const Icon = playing ? Pause : Play;
  return (
    <IconButton label={playing ? t("watch.pause") : t("watch.play")} onClick={player.toggle}>
      <Icon aria-hidden className="size-6 fill-current" />
    </IconButton>
  );
}
