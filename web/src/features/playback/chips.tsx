import { VolumeX } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { OfflineChip } from "./offline-chip.tsx";
import { type Player, usePlayer } from "./player-store.ts";
import { ResumedChip } from "./resumed-chip.tsx";

interface ChipsProps {
  player: Player;
  episodeId: string;
  /** Whether the controls are shown: chips without an action fade with them. */
  visible: boolean;
}

/** Renders short status chips at the top of the picture. */
export function Chips({ player, episodeId, visible }: ChipsProps) {
  const t = useMessages();
  const resumedAt = usePlayer(player, (state) => state.resumedAt);
  const silenced = usePlayer(player, (state) => state.silenced && state.status === "playing");
  return (
    <div className="pointer-events-none absolute inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] flex flex-col items-start gap-2 *:pointer-events-auto beside:items-center bands:band bands:left-0 bands:pr-3 bands:pl-[max(1rem,env(safe-area-inset-left))]">
      {silenced ? (
        <button
          type="button"
          onClick={() => player.setMuted(false)}
          className="flex min-h-11 max-w-full items-center gap-2 rounded-full bg-white px-[min(1.25rem,5vw)] text-left text-sm font-semibold text-black"
        >
          <VolumeX aria-hidden className="size-5 shrink-0" />
          {t("watch.tapToUnmute")}
        </button>
      ) : null}
      <OfflineChip player={player} />
      {resumedAt === null ? null : (
        <ResumedChip key={episodeId} player={player} at={resumedAt} visible={visible} />
      )}
    </div>
  );
}
