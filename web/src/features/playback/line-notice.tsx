import { CloudOff } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { useOffline } from "./use-surroundings.ts";

/** Without a connection: said when playing has to wait for it, not while there is still something to watch. */
export function LineNotice({ player }: { player: Player }) {
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
