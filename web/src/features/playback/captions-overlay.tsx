import { type Player, usePlayer } from "./player-store.ts";
import { type Preferences, usePreferences } from "./preferences.ts";

/** The text size of captions; the sample in the settings has the same. */
export const captionSizeClasses: Record<Preferences["captionSize"], string> = {
  small: "text-[min(1rem,7.5cqw,7.5cqh)]",
  medium: "text-[min(1.1875rem,8.5cqw,9cqh)]",
  large: "text-[min(1.9375rem,10cqw,12cqh)] font-medium",
};

/** The background of captions; without one the text has an outline. */
export const captionGroundClasses: Record<Preferences["captionGround"], string> = {
  none: "rimmed",
  shade: "bg-black/65",
  solid: "bg-black",
};

// Above the controls at the bottom and next to the buttons at the right, yet centred.
const above =
  "translate-y-[calc(48px-var(--foot,13rem))] px-[min(4.5rem,76px)] beside:px-[min(1.5rem,6cqw)] flat:px-[min(1.5rem,6cqw)] bands:translate-y-0";

/** Renders the captions over the picture, clear of visible controls. */
export function CaptionsOverlay({ player, raised }: { player: Player; raised: boolean }) {
  const lines = usePlayer(player, (state) => state.lines);
  const language = usePlayer(player, (state) => state.captionLanguage);
  const { captionSize, captionGround } = usePreferences();
  if (lines.length === 0) return null;
  return (
    <div
      lang={language ?? undefined}
      className={`pointer-events-none absolute inset-x-0 bottom-[max(56px,env(safe-area-inset-bottom))] flex justify-center transition-transform duration-200 ease-out bands:bottom-[max(16px,env(safe-area-inset-bottom))] bands:mx-auto bands:w-[56.25cqh] bands:px-2 ${raised ? above : "px-[min(1.5rem,6cqw)]"}`}
    >
      <p
        data-captions
        className={`rounded-md px-[0.6em] py-[0.2em] text-center leading-[1.28] text-balance wrap-break-word text-white bands:text-[min(1.1875rem,6.5cqh)] ${captionSizeClasses[captionSize]} ${captionGroundClasses[captionGround]}`}
      >
        {lines.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a cue have no identity but their place
          <span key={index} className="block">
            {text}
          </span>
        ))}
      </p>
    </div>
  );
}
