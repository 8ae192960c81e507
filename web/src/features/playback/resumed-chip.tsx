import { RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatClock } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";

const shownFor = 7000;

/** Says for some seconds, with the chrome, where the episode went on, with the way back to its beginning. */
export function ResumedChip({ player, at, visible }: { player: Player; at: number; visible: boolean }) {
  const t = useMessages();
  const chip = useRef<HTMLParagraphElement>(null);
  const [over, setOver] = useState(false);
  const started = usePlayer(player, (state) => state.started);

  useEffect(() => {
    if (!started) return undefined;
    // It does not go away under the keyboard's focus.
    let timer = setTimeout(function rest() {
      if (chip.current?.querySelector(":focus-visible")) timer = setTimeout(rest, shownFor);
      else setOver(true);
    }, shownFor);
    return () => clearTimeout(timer);
  }, [started]);

  if (over) return null;
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
