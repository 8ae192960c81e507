import { Maximize, Minimize, PictureInPicture2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "../../lib/format-count.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { CaptionStyle } from "./caption-style.tsx";
import { OptionList, OptionRow, SwitchRow } from "./option-group.tsx";
import { type Player, usePlayer } from "./player-store.ts";
import { prefer, usePreferences } from "./preferences.ts";
import { rates } from "./rates.ts";
import { TransportRow } from "./transport-row.tsx";

interface SettingsSheetProps {
  player: Player;
  open: boolean;
  onClose: () => void;
  /** Also saves the choice. */
  onCaptions: (language: string | null) => void;
  /** Opens the picture-in-picture window; null where the browser has none. */
  onFloat: (() => void) | null;
  onFullscreen: (() => void) | null;
  /** Goes to another episode; null where there is none. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  /** Whether it is full screen already. */
  full: boolean;
}

/** Renders the playback settings: autoplay, data saver, quality, speed, captions and their appearance. */
export function SettingsSheet({ open, onClose, ...rest }: SettingsSheetProps) {
  const t = useMessages();
  return (
    <Sheet open={open} onClose={onClose} title={t("watch.settings")}>
      <Settings {...rest} onClose={onClose} />
    </Sheet>
  );
}

function Settings(props: Omit<SettingsSheetProps, "open">) {
  const { player, onClose, onCaptions, onFloat, onFullscreen, onNext, onPrevious, full } = props;
  const t = useMessages();
  const language = useLanguage();
  const { autoplay, saver } = usePreferences();
  const rate = usePlayer(player, (state) => state.rate);
  const captions = usePlayer(player, (state) => state.captions);
  const reading = usePlayer(player, (state) => state.captionLanguage);
  const qualities = usePlayer(player, (state) => state.qualities);
  const quality = usePlayer(player, (state) => state.quality);
  const rendition = usePlayer(player, (state) => state.rendition);
  const floating = usePlayer(player, (state) => state.floating);
  const auto =
    rendition && quality === null ? t("watch.qualityAutoNow", { height: rendition }) : t("watch.qualityAuto");
  const FullIcon = full ? Minimize : Maximize;
  const go = (action: () => void) => () => {
    action();
    onClose();
  };
  return (
    <div className="flex flex-col gap-6">
      <TransportRow player={player} onPrevious={onPrevious && go(onPrevious)} onNext={onNext && go(onNext)} />
      <div className="flex flex-col gap-2">
        <SwitchRow
          label={t("watch.autoplay")}
          note={t("watch.autoplayNote")}
          on={autoplay}
          onChange={(on) => prefer({ autoplay: on })}
        />
        <SwitchRow
          label={t("watch.saver")}
          note={t("watch.saverNote")}
          on={saver}
          onChange={(on) => prefer({ saver: on })}
        />
      </div>
      <OptionRow<number>
        legend={t("watch.speed")}
        options={rates.map((value) => ({ value, label: `${formatNumber(value, language)}×` }))}
        chosen={rate}
        onChoose={player.setRate}
      />
      {qualities.length > 1 ? (
        <OptionList<number | null>
          legend={t("watch.quality")}
          options={[
            { value: null, label: auto },
            ...qualities.map((value) => ({ value, label: t("watch.qualityHeight", { height: value }) })),
          ]}
          chosen={quality}
          onChoose={player.setQuality}
        />
      ) : null}
      {captions.length > 0 ? (
        <>
          <OptionList<string | null>
            legend={t("watch.captions")}
            options={[
              { value: null, label: t("watch.captionsOff") },
              ...captions.map(({ language, label }) => ({ value: language, label })),
            ]}
            chosen={reading}
            onChoose={onCaptions}
          />
          <CaptionStyle />
        </>
      ) : null}
      {onFloat || onFullscreen ? (
        <div>
          {onFloat ? (
            <ActionButton icon={<PictureInPicture2 aria-hidden className="size-5" />} onClick={go(onFloat)}>
              {floating ? t("watch.pipLeave") : t("watch.pip")}
            </ActionButton>
          ) : null}
          {onFullscreen ? (
            <ActionButton icon={<FullIcon aria-hidden className="size-5" />} onClick={go(onFullscreen)}>
              {full ? t("watch.fullscreenExit") : t("watch.fullscreen")}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function ActionButton({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left hover:bg-white/5"
    >
      {icon}
      {children}
    </button>
  );
}
