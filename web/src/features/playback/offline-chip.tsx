import { CloudOff } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { useOffline } from "./use-surroundings.ts";

/** Renders a note that there is no connection, only once playback waits for it. */
export function OfflineChip({ player }: { player: Player }) {
  const t = useMessages();
  const offline = useOffline();
  const waiting = usePlayer(player, (state) => state.waiting);
  if (!offline || !waiting) return null;
  return (
    <p
      role="status"
      className="flex min-h-11 max-w-full items-center gap-2 rounded-full bg-black/70 px-4 text-sm font-medium frosted"
    >
      <CloudOff aria-hidden className="size-5 shrink-0" />
      {t("watch.offline")}
    </p>
  );
}
