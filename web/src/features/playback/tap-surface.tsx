import { FastForward, Play, Rewind } from "lucide-react";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { useTaps } from "./use-taps.ts";

interface TapSurfaceProps {
  player: Player;
  /** The action of a tap: pause or play, or the answer to the question at the end of an episode. */
  toggle: () => void;
  /** Whether a question with its own button covers the picture. */
  asked: boolean;
}

const SURFACE_CLASSES =
  "pointer-events-auto absolute inset-0 size-full touch-pan-y select-none [-webkit-touch-callout:none]";

/** Renders the layer over the picture: its gestures, their feedback, and the signs for loading and pause. */
export function TapSurface({ player, toggle, asked }: TapSurfaceProps) {
  const t = useMessages();
  const waiting = usePlayer(player, (state) => state.waiting && state.status !== "failed");
  const stopped = usePlayer(player, ({ status }) => ["paused", "blocked", "ended"].includes(status));
  const isPaused = stopped && !asked;
  const playing = usePlayer(player, ({ status }) => status === "playing");
  const { handlers, skipped, fast } = useTaps(player, toggle);
  const releasedAt = useRef(0);
  return (
    <>
      {/* On a phone this is the play button; where the time row has room for one, that one has the name. */}
      <button
        type="button"
        data-surface
        aria-label={playing ? t("watch.pause") : t("watch.play")}
        {...handlers}
        onPointerUp={(event: PointerEvent<HTMLElement>) => {
          releasedAt.current = event.timeStamp;
          handlers.onPointerUp(event);
        }}
        // A key or a screen reader clicks without a pointer. A pointer was already handled when it was released.
        onClick={(event: MouseEvent) => (event.timeStamp - releasedAt.current > 500 ? toggle() : undefined)}
        className={`${SURFACE_CLASSES} -outline-offset-4 wide:hidden`}
      />
      <div aria-hidden data-surface {...handlers} className={`${SURFACE_CLASSES} hidden wide:block`} />
      {waiting ? (
        <span
          role="status"
          className="pointer-events-none absolute inset-0 m-auto size-12 animate-spin rounded-full border-3 border-white/25 border-t-white opacity-100 transition-opacity delay-400 duration-200 starting:opacity-0"
        >
          <span className="sr-only">{t("watch.loading")}</span>
        </span>
      ) : null}
      {isPaused ? (
        <span
          aria-hidden
          data-sign
          className="pointer-events-none absolute inset-x-0 top-[36%] mx-auto flex size-[76px] -translate-y-1/2 items-center justify-center rounded-full bg-black/45 frosted transition-[opacity,scale] duration-150 ease-out low:top-[29%] low:size-[60px] compact:hidden bands:flex starting:scale-125 starting:opacity-0"
        >
          <Play className="ml-1 size-[45%] fill-white text-white" />
        </span>
      ) : null}
      {skipped ? <Skipped key={skipped.key} seconds={skipped.seconds} /> : null}
      {fast ? (
        <span className="pointer-events-none absolute top-20 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-full bg-black/60 px-4 py-1.5 text-sm font-medium">
          {t("watch.fast")}
          <FastForward aria-hidden className="size-4 fill-white" />
        </span>
      ) : null}
    </>
  );
}

function Skipped({ seconds }: { seconds: number }) {
  const forward = seconds > 0;
  const Icon = forward ? FastForward : Rewind;
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute inset-y-0 flex w-2/5 animate-skip flex-col items-center justify-center gap-1 bg-white/10 font-semibold ${forward ? "right-0 rounded-l-full" : "left-0 rounded-r-full"}`}
    >
      <Icon className="size-7 fill-white" />
      {forward ? `+${seconds}` : `−${-seconds}`}
    </span>
  );
}
