import { useTranslation } from "react-i18next";
import { formatSpokenTime } from "../../lib/format.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { type Player, usePlayer } from "./player-store.ts";

/** Where in the episode we are: a native slider of 44 px under a thin bar. */
export function Scrubber({ player }: { player: Player }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = usePlayer(player, (state) => state.time);
  const ahead = usePlayer(player, (state) => state.ahead);
  const duration = usePlayer(player, (state) => state.duration);
  const known = duration > 0;
  const share = (seconds: number) => (known ? Math.min(100, (seconds / duration) * 100).toFixed(2) : "0");
  const spoken = { time: formatSpokenTime(time, language), duration: formatSpokenTime(duration, language) };
  return (
    <div className="group relative flex h-11 items-center">
      {/* SVG attributes carry the shares: style attributes are not allowed in the server's markup. */}
      <svg
        aria-hidden
        className="absolute inset-x-0 h-1 w-full rounded-full transition-transform duration-150 group-hover:scale-y-150 group-has-focus-visible:scale-y-150"
      >
        <rect width="100%" height="100%" className="fill-white/25" />
        <rect width={`${share(time + ahead)}%`} height="100%" className="fill-white/30" />
        <rect width={`${share(time)}%`} height="100%" className="fill-white" />
      </svg>
      <input
        type="range"
        className="scrubber relative w-full"
        min={0}
        max={known ? duration : 1}
        step={0.1}
        value={known ? time : 0}
        disabled={!known}
        aria-label={t("watch.position")}
        aria-valuetext={t("watch.positionText", spoken)}
        onChange={(event) => player.seek(Number(event.currentTarget.value))}
      />
    </div>
  );
}
