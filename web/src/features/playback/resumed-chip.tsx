import { RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatClock } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";

const SHOWN_FOR_MS = 7000;

/** Shows for some seconds, with the controls, where the episode resumed, with a link to its beginning. */
export function ResumedChip({ player, at, visible }: { player: Player; at: number; visible: boolean }) {
  const t = useMessages();
  const chip = useRef<HTMLParagraphElement>(null);
  const [isOver, setOver] = useState(false);
  const started = usePlayer(player, (state) => state.started);

  useEffect(() => {
    if (!started) return undefined;
    // It stays while it has the keyboard's focus.
    let timer = setTimeout(function rest() {
      if (chip.current?.querySelector(":focus-visible")) timer = setTimeout(rest, SHOWN_FOR_MS);
      else setOver(true);
    }, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [started]);

  if (isOver) return null;
  return (
    <p
      ref={chip}
      className={`flex min-h-11 flex-wrap items-center gap-x-1 rounded-xl bg-black/65 pl-4 text-sm frosted transition-[opacity,visibility] duration-200 ease-out has-focus-visible:visible has-focus-visible:opacity-100 starting:opacity-0 ${visible ? "" : "invisible opacity-0"}`}
    >
      <span role="status" className="tabular">
        {t("watch.resumed", { time: formatClock(at) })}
      </span>
      <button
        type="button"
        onClick={() => {
          player.seek(0);
          setOver(true);
        }}
        className="flex min-h-11 items-center gap-1.5 rounded-full px-3 pr-4 font-semibold"
      >
        <RotateCcw aria-hidden className="size-4 shrink-0" />
        {t("watch.fromStart")}
      </button>
    </p>
  );
}
