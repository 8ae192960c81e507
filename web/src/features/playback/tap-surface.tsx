import { FastForward, Play, Rewind } from "lucide-react";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { useTaps } from "./use-taps.ts";

interface TapSurfaceProps {
  player: Player;
  /** What a tap does: pause or play, or what the question at the end of an episode asks for. */
  toggle: () => void;
  /** A question lies over the picture, which has its own button. */
  asked: boolean;
}

const surface =
  "pointer-events-auto absolute inset-0 size-full touch-pan-y select-none [-webkit-touch-callout:none]";

/** Over the picture: what the fingers do there, what it answered, and the signs of waiting and of rest. */
export function TapSurface({ player, toggle, asked }: TapSurfaceProps) {
  const t = useMessages();
  const waiting = usePlayer(player, (state) => state.waiting && state.status !== "failed");
  const stopped = usePlayer(player, ({ status }) => ["paused", "blocked", "ended"].includes(status));
  const resting = stopped && !asked;
  const playing = usePlayer(player, ({ status }) => status === "playing");
  const { handlers, skipped, fast } = useTaps(player, toggle);
  const lifted = useRef(0);
  return (
    <>
      {/* On a phone the picture is the button; where there is room for one beside the times, that one has the name. */}
      <button
        type="button"
        data-surface
        aria-label={playing ? t("watch.pause") : t("watch.play")}
        {...handlers}
        onPointerUp={(event: PointerEvent<HTMLElement>) => {
          lifted.current = event.timeStamp;
          handlers.onPointerUp(event);
        }}
        // A key or a screen reader clicks without a pointer. What a pointer did was understood when it was lifted.
        onClick={(event: MouseEvent) => (event.timeStamp - lifted.current > 500 ? toggle() : undefined)}
        className={`${surface} -outline-offset-4 wide:hidden`}
      />
      <div aria-hidden data-surface {...handlers} className={`${surface} hidden wide:block`} />
      {waiting ? (
        <span
          role="status"
          className="pointer-events-none absolute inset-0 m-auto size-12 animate-spin rounded-full border-3 border-white/25 border-t-white opacity-100 transition-opacity delay-400 duration-200 starting:opacity-0"
        >
          <span className="sr-only">{t("watch.loading")}</span>
        </span>
      ) : null}
      {resting ? (
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
