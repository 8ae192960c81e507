import { type PointerEvent, useState } from "react";
import { formatClock, formatSpokenTime } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { ScrubPreview } from "./scrub-preview.tsx";
import { useStoryboard } from "./use-storyboard.ts";

/**
 * Renders the position in the episode: a native slider of 44 px under a thin bar. Dragging shows the thumbnail of
 * each moment and seeks on release; keys seek at once.
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
  // The episode in which a drag began: a release in the next one must not seek there.
  const [held, setHeld] = useState<{ episodeId: string | null } | null>(null);
  const dragged = held?.episodeId === episodeId ? target : null;
  const hasDuration = duration > 0;
  const time = dragged ?? playing;
  const shown = dragged ?? hovered;
  const share = (seconds: number) => (hasDuration ? Math.min(100, (seconds / duration) * 100) : 0);
  // Formatting times as words costs a phone 100 ms at first, so it waits until the slider has the focus.
  const [hasFocused, setFocused] = useState(false);
  const formatTime = (seconds: number) =>
    hasFocused ? formatSpokenTime(seconds, language) : formatClock(seconds);

  function hover(event: PointerEvent<HTMLInputElement>): void {
    setWanted(true);
    if (event.pointerType !== "mouse" || !hasDuration) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration);
  }

  function release(): void {
    setHeld(null);
    if (dragged !== null) player.seek(dragged);
    setTarget(null);
  }

  return (
    <div className="group relative flex h-[44px] items-center">
      {shown !== null && hasDuration ? (
        <ScrubPreview frames={frames} time={shown} share={share(shown)} />
      ) : null}
      <input
        type="range"
        className="peer scrubber relative z-1 w-full"
        min={0}
        max={hasDuration ? duration : 1}
        step={0.1}
        value={hasDuration ? time : 0}
        disabled={!hasDuration}
        aria-label={t("watch.position")}
        aria-valuetext={t("watch.positionText", { time: formatTime(time), duration: formatTime(duration) })}
        onFocus={() => setFocused(true)}
        onPointerDown={() => {
          setWanted(true);
          setHeld({ episodeId });
        }}
        onPointerMove={hover}
        onPointerLeave={() => setHovered(null)}
        onPointerUp={release}
        onPointerCancel={release}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          if (held) setTarget(chosen);
          else player.seek(chosen);
        }}
      />
      {/* The shares are SVG attributes: the content security policy blocks style attributes in the server's markup. */}
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
