import type { Episode } from "@cliffhanger/contract";
import { CloudOff, Lock } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Panel } from "./panel.tsx";
import { usePlayer } from "./player-store.ts";
import type { Playback } from "./use-playback.ts";

interface LockedPanelProps {
  episode: Episode;
  lastOpen: Episode | null;
  onSelect: (number: number) => void;
  onEpisodes: () => void;
  onUnlock: (() => void) | null;
}

/** Renders a locked episode: what that means, and how to continue. */
export function LockedPanel({ episode, lastOpen, onSelect, onEpisodes, onUnlock }: LockedPanelProps) {
  const t = useMessages();
  return (
    <Panel
      icon={<Lock aria-hidden className="size-5" />}
      title={t("watch.lockedTitle", { number: episode.number })}
      text={onUnlock ? t("watch.lockedTextOffer") : t("watch.lockedText")}
    >
      {onUnlock ? (
        <Button shape="primary" aria-haspopup="dialog" onClick={onUnlock}>
          {t("watch.unlockOn")}
        </Button>
      ) : null}
      {lastOpen ? (
        <Button shape={onUnlock ? "quiet" : "primary"} onClick={() => onSelect(lastOpen.number)}>
          {t("watch.watchFree", { number: lastOpen.number })}
        </Button>
      ) : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2.5">
        <span className="grid beside:hidden">
          <Button shape="quiet" onClick={onEpisodes}>
            {t("watch.episodes")}
          </Button>
        </span>
        <ButtonLink shape={lastOpen || onUnlock ? "quiet" : "primary"} href="/">
          {t("watch.otherSeries")}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** Renders a failure: what happened, and a retry button. */
export function FailurePanel({ playback: { player, failed, retry } }: { playback: Playback }) {
  const t = useMessages();
  const failure = usePlayer(player, (state) => state.failure);
  const started = usePlayer(player, (state) => state.started);
  const texts = {
    network: t("watch.errorNetwork"),
    media: t("watch.errorMedia"),
    unsupported: t("watch.errorUnsupported"),
  };
  return (
    <Panel
      icon={<CloudOff aria-hidden className="size-5" />}
      title={t(started ? "watch.errorStopped" : "watch.errorTitle")}
      text={texts[failure ?? "network"]}
    >
      <Button shape="primary" onClick={failed ? retry : player.retry}>
        {t("watch.retry")}
      </Button>
      <ButtonLink shape="quiet" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Panel>
  );
}
