import { type PointerEvent, useState } from "react";
import { formatClock, formatSpokenTime } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { ScrubPreview } from "./scrub-preview.tsx";
import { useStoryboard } from "./use-storyboard.ts";

/**
 * Where in the episode we are: a native slider of 44 px under a thin bar. A finger or mouse that drags it sees the picture
 * of each moment and jumps when it lets go; keys jump at once.
 */
export function Scrubber({ player, storyboard }: { player: Player; storyboard: string | null }) {
  const t = useMessages();
  const language = useLanguage();
  const playing = usePlayer(player, (state) => state.time);
  const ahead = usePlayer(player, (state) => state.ahead);
  const duration = usePlayer(player, (state) => state.duration);
  const episodeId = usePlayer(player, (state) => state.episodeId);
  const [target, setTarget] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [wanted, setWanted] = useState(false);
  const frames = useStoryboard(wanted ? storyboard : null);
  // The episode that a drag began in: what is let go in the next one must not move that.
  const [held, setHeld] = useState<{ episodeId: string | null } | null>(null);
  const dragged = held?.episodeId === episodeId ? target : null;
  const known = duration > 0;
  const time = dragged ?? playing;
  const shown = dragged ?? hovered;
  const share = (seconds: number) => (known ? Math.min(100, (seconds / duration) * 100) : 0);
  // Words for times cost a phone a tenth of a second at first: whoever comes to the slider hears them.
  const [heard, setHeard] = useState(false);
  const say = (seconds: number) => (heard ? formatSpokenTime(seconds, language) : formatClock(seconds));

  function hover(event: PointerEvent<HTMLInputElement>): void {
    setWanted(true);
    if (event.pointerType !== "mouse" || !known) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration);
  }

  function letGo(): void {
    setHeld(null);
    if (dragged !== null) player.seek(dragged);
    setTarget(null);
  }

  return (
    <div className="group relative flex h-[44px] items-center">
      {shown !== null && known ? <ScrubPreview frames={frames} time={shown} share={share(shown)} /> : null}
      <input
        type="range"
        className="peer scrubber relative z-1 w-full"
        min={0}
        max={known ? duration : 1}
        step={0.1}
        value={known ? time : 0}
        disabled={!known}
        aria-label={t("watch.position")}
        aria-valuetext={t("watch.positionText", { time: say(time), duration: say(duration) })}
        onFocus={() => setHeard(true)}
        onPointerDown={() => {
          setWanted(true);
          setHeld({ episodeId });
        }}
        onPointerMove={hover}
        onPointerLeave={() => setHovered(null)}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          if (held) setTarget(chosen);
          else player.seek(chosen);
        }}
      />
      {/* SVG attributes carry the shares: style attributes are not allowed in the server's markup. */}
      <svg
        aria-hidden
        className="absolute inset-x-0 h-1 w-full rounded-full transition-transform duration-150 group-hover:scale-y-150 peer-focus-visible:scale-y-150"
      >
        <rect width="100%" height="100%" className="fill-white/25" />
        <rect width={`${share(playing + ahead).toFixed(2)}%`} height="100%" className="fill-white/30" />
        <rect width={`${share(time).toFixed(2)}%`} height="100%" className="fill-white" />
      </svg>
    </div>
  );
}
