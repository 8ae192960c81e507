import { FastForward, Play, Rewind } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Player, usePlayer } from "./player-store.ts";
import { useTaps } from "./use-taps.ts";

interface TapSurfaceProps {
  player: Player;
  /** What a tap does: pause or play, or what the question at the end of an episode asks for. */
  toggle: () => void;
  /** A question lies over the picture, which has its own button. */
  asked: boolean;
}

/** Over the picture: what the fingers do there, what it answered, and the signs of waiting and of rest. */
export function TapSurface({ player, toggle, asked }: TapSurfaceProps) {
  const { t } = useTranslation();
  const waiting = usePlayer(player, (state) => state.waiting && state.status !== "failed");
  const stopped = usePlayer(player, ({ status }) => ["paused", "blocked", "ended"].includes(status));
  const resting = stopped && !asked;
  const { handlers, skipped, fast } = useTaps(player, toggle);
  return (
    <>
      <div
        aria-hidden
        {...handlers}
        className="pointer-events-auto absolute inset-0 touch-pan-y select-none [-webkit-touch-callout:none]"
      />
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
          className="pointer-events-none absolute inset-0 m-auto flex size-19 items-center justify-center rounded-full bg-black/45 frosted transition-[opacity,scale] duration-150 ease-out starting:scale-125 starting:opacity-0"
        >
          <Play className="ml-1 size-9 fill-white text-white" />
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
