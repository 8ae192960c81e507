import { useRef } from "react";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { captionsToTurnOn, keepCaptionChoice } from "./caption-choice.ts";
import type { Player } from "./player-store.ts";

/** Turns captions on and off, and remembers the choice. */
export function useCaptions(player: Player) {
  const language = useLanguage();
  const last = useRef<string | null>(null);

  function choose(chosen: string | null): void {
    keepCaptionChoice(chosen, storage);
    player.setCaptionLanguage(chosen);
  }

  function toggle(): void {
    const { captionLanguage, captions } = player.get();
    if (captionLanguage !== null) last.current = captionLanguage;
    const offered = captions.map((caption) => caption.language);
    if (offered.length === 0) return;
    choose(captionLanguage === null ? captionsToTurnOn(offered, last.current, language) : null);
  }

  return { choose, toggle };
}
