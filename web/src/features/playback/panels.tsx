import type { Episode } from "@cliffhanger/contract";
import { CloudOff, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Panel } from "./panel.tsx";
import { type Player, usePlayer } from "./player-store.ts";
import type { Playback } from "./use-playback.ts";

interface LockedPanelProps {
  playback: Playback;
  episode: Episode;
  lastOpen: Episode | null;
  onSelect: (number: number) => void;
  onEpisodes: () => void;
}

/** An episode for members: what that means here and now, and the ways on. */
export function LockedPanel({ playback, episode, lastOpen, onSelect, onEpisodes }: LockedPanelProps) {
  const { t } = useTranslation();
  const onSale =
    playback.offer !== null && (playback.offer.plans.length > 0 || playback.offer.unlock !== null);
  return (
    <Panel
      icon={<Lock aria-hidden className="size-5" />}
      title={t("watch.lockedTitle", { number: episode.number })}
      text={onSale ? t("watch.lockedTextOffer") : t("watch.lockedText")}
    >
      {lastOpen ? (
        <Button shape="primary" onClick={() => onSelect(lastOpen.number)}>
          {t("watch.watchFree", { number: lastOpen.number })}
        </Button>
      ) : null}
      <div className="grid grid-cols-2 gap-2.5 wide:grid-cols-1">
        <span className="grid wide:hidden">
          <Button shape="quiet" onClick={onEpisodes}>
            {t("watch.episodes")}
          </Button>
        </span>
        <ButtonLink shape={lastOpen ? "quiet" : "primary"} href="/">
          {t("watch.otherSeries")}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** Nothing plays: what happened, and another try. */
export function FailurePanel({ playback: { player, failed, retry } }: { playback: Playback }) {
  const { t } = useTranslation();
  const failure = usePlayer(player, (state) => state.failure);
  const words = {
    network: t("watch.errorNetwork"),
    media: t("watch.errorMedia"),
    unsupported: t("watch.errorUnsupported"),
  };
  return (
    <Panel
      icon={<CloudOff aria-hidden className="size-5" />}
      title={t("watch.errorTitle")}
      text={words[failure ?? "network"]}
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

/** The last episode is over. */
export function EndPanel({ player, seriesTitle }: { player: Player; seriesTitle: string }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("watch.finishedTitle")} text={t("watch.finishedText", { title: seriesTitle })}>
      <ButtonLink shape="primary" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
      <Button shape="quiet" onClick={player.play}>
        {t("watch.replay")}
      </Button>
    </Panel>
  );
}
