import { useRef } from "react";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { captionsToEnable, saveCaptionChoice } from "./caption-choice.ts";
import type { Player } from "./player-store.ts";

/** Returns the actions that choose captions or toggle them, and save the choice. */
export function useCaptions(player: Player) {
  const language = useLanguage();
  const last = useRef<string | null>(null);

  function choose(chosen: string | null): void {
    saveCaptionChoice(chosen, storage);
    player.setCaptionLanguage(chosen);
  }

  function toggle(): void {
    const { captionLanguage, captions } = player.get();
    if (captionLanguage !== null) last.current = captionLanguage;
    const offered = captions.map((caption) => caption.language);
    if (offered.length === 0) return;
    choose(captionLanguage === null ? captionsToEnable(offered, last.current, language) : null);
  }

  return { choose, toggle };
}
