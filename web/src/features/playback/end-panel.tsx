import type { Episode } from "@cliffhanger/contract";
import { useEffect, useEffectEvent, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import type { Question } from "./end-question.ts";
import { Panel } from "./panel.tsx";

interface EndPanelProps {
  question: Question;
  next: Episode;
  onNext: () => void;
  onReplay: () => void;
  onDismiss: () => void;
}

/**
 * Asks the question at the end of an episode. Its button has the focus, so that a key answers it and a screen reader
 * announces it.
 */
export function EndPanel({ question, next: { number, title }, onNext, onReplay, onDismiss }: EndPanelProps) {
  const t = useMessages();
  const buttons = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    // A user who is in a sheet stays there. Scrolling to the button, which slides in from below, would scroll the
    // feed to the next episode.
    if (!document.activeElement?.closest("[role=dialog]"))
      buttons.current?.querySelector("button")?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => (event.key === "Escape" ? dismiss() : undefined);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const upcoming = t("watch.next", { number });
  const isStill = question === "still";
  return (
    <Panel
      title={isStill ? t("watch.stillWatching") : title || t("series.episode", { number })}
      text={isStill && title ? `${upcoming} · ${title}` : upcoming}
    >
      <div ref={buttons} className="contents">
        <Button shape="primary" onClick={onNext}>
          {t(isStill ? "watch.keepWatching" : "watch.playNow")}
        </Button>
        <Button shape="quiet" onClick={onReplay}>
          {t("watch.replay")}
        </Button>
      </div>
    </Panel>
  );
}
