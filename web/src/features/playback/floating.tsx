import { PictureInPicture2 } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { type Player, usePlayer } from "./player-store.ts";

/** Replaces the picture while it plays in the picture-in-picture window. */
export function Floating({ player }: { player: Player }) {
  const t = useMessages();
  const floating = usePlayer(player, (state) => state.floating);
  if (!floating) return null;
  return (
    <div className="pointer-events-auto absolute inset-0 flex flex-col items-center justify-center gap-4 bg-black/80 px-6 pb-40 text-center">
      <PictureInPicture2 aria-hidden className="size-9 text-muted" />
      <p className="text-sm text-muted">{t("watch.pipHere")}</p>
      <Button shape="quiet" onClick={player.float}>
        {t("watch.pipLeave")}
      </Button>
    </div>
  );
}
