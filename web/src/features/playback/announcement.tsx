import type { Language } from "@cliffhanger/contract/languages";
import { useEffect, useState } from "react";
import { formatNumber } from "../../lib/format-count.ts";
import type { Translate } from "../../lib/messages.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** Announces to screen readers what has changed, once it has taken effect. */
export function Announcement({ player }: { player: Player }) {
  const t = useMessages();
  const language = useLanguage();
  const [text, setText] = useState("");
  useEffect(() => {
    let before = player.get();
    return player.subscribe(() => {
      const state = player.get();
      const change = changeText(state, before, t, language);
      before = state;
      if (change) setText(change);
    });
  }, [player, t, language]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function changeText(
  state: PlayerState,
  before: PlayerState,
  t: Translate,
  language: Language,
): string | null {
  if (state.episodeId !== before.episodeId) return null;
  if (state.muted !== before.muted) return state.muted ? t("watch.said.muted") : t("watch.said.unmuted");
  if (state.rate !== before.rate) return t("watch.said.speed", { rate: formatNumber(state.rate, language) });
  if (state.quality !== before.quality)
    return state.quality === null
      ? t("watch.said.qualityAuto")
      : t("watch.said.quality", { height: state.quality });
  if (state.captionLanguage !== before.captionLanguage)
    return state.captionLanguage === null ? t("watch.said.captionsOff") : t("watch.said.captionsOn");
  if (state.status === before.status) return null;
  if (state.status === "paused") return t("watch.said.paused");
  return before.status === "paused" && state.status === "playing" ? t("watch.said.playing") : null;
}
