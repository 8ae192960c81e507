import { type Player, usePlayer } from "./player-store.ts";
import { type Preferences, usePreferences } from "./preferences.ts";

/** How caption lines look at each size; the sample in the settings wears the same. */
export const captionSizeClasses: Record<Preferences["captionSize"], string> = {
  small: "text-base",
  medium: "text-lg",
  large: "text-2xl font-medium",
};

/** What lies behind caption lines; without a ground the letters have a rim of their own. */
export const captionGroundClasses: Record<Preferences["captionGround"], string> = {
  none: "rimmed",
  shade: "bg-black/65",
  solid: "bg-black",
};

/** The caption lines over the picture, clear of the controls while those are there. */
export function CaptionsOverlay({ player, raised }: { player: Player; raised: boolean }) {
  const lines = usePlayer(player, (state) => state.lines);
  const language = usePlayer(player, (state) => state.captionLanguage);
  const { captionSize, captionGround } = usePreferences();
  if (lines.length === 0) return null;
  return (
    <div
      lang={language ?? undefined}
      className={`pointer-events-none absolute inset-x-0 bottom-[max(3.5rem,env(safe-area-inset-bottom))] flex justify-center transition-transform duration-200 ease-out ${raised ? "-translate-y-52 pr-21 pl-4 wide:px-6" : "px-6"}`}
    >
      <p
        className={`rounded-md px-3 py-1 text-center text-balance text-white ${captionSizeClasses[captionSize]} ${captionGroundClasses[captionGround]}`}
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a cue have no identity but their place
          <span key={index} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}
