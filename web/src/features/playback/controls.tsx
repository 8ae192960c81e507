import {
  Bookmark,
  Captions,
  CaptionsOff,
  ChevronLeft,
  Ellipsis,
  ListVideo,
  Maximize,
  Minimize,
  PictureInPicture2,
  Share2,
  Volume2,
  VolumeX,
} from "lucide-react";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import type { ControlActions } from "./control-actions.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { Scrubber } from "./scrubber.tsx";
import { TimeRow } from "./time-row.tsx";

interface ControlsProps {
  ref: RefObject<HTMLDivElement | null>;
  player: Player;
  /** The address of the scrubber's thumbnail cues. */
  storyboard: string | null;
  actions: ControlActions;
  visible: boolean;
  full: boolean;
  seriesTitle: string;
  /** Whether the series is on My List. */
  favorite: boolean;
  /** "Episode 7 of 42" and the episode's own title. */
  heading: ReactNode;
  /** The card of the next episode. */
  next: ReactNode;
  /** Whether there is no picture: then only the back link and the lists are shown. */
  bare: boolean;
  wake: () => void;
}

const ICON_CLASSES = "size-6 lifted";

/** Renders everything over the picture that fades. */
export function Controls(props: ControlsProps) {
  const { ref, player, actions, visible, seriesTitle, favorite, heading, next, bare, wake } = props;
  const t = useMessages();
  return (
    <div
      ref={ref}
      onFocusCapture={wake}
      className={`pointer-events-none absolute inset-0 flex flex-col justify-between transition-opacity duration-200 ease-out ${visible ? "" : "opacity-0"} ${visible ? "*:pointer-events-auto" : ""}`}
    >
      <span
        aria-hidden
        className="pointer-events-none! absolute inset-x-0 top-0 h-[7%] shade-top bands:hidden"
      />
      {bare ? null : (
        <span
          aria-hidden
          className="pointer-events-none! absolute inset-x-0 bottom-0 h-[26%] shade-foot bands:hidden"
        />
      )}
      <div className="relative flex items-center gap-1 pt-[max(0.75rem,env(safe-area-inset-top))] pr-[max(0.5rem,env(safe-area-inset-right))] pl-[max(0.5rem,env(safe-area-inset-left))] beside:justify-end compact:pt-[max(0.25rem,env(safe-area-inset-top))]">
        <Link
          href="/"
          onClick={goBack}
          aria-label={t("watch.back")}
          className="flex size-[44px] shrink-0 items-center justify-center rounded-full hover:bg-white/10 beside:hidden"
        >
          <ChevronLeft aria-hidden className="size-7 max-w-[28px] lifted" />
        </Link>
        <div className="min-w-0 flex-1 beside:hidden">
          <h1 className="truncate font-semibold shadowed bands:max-w-[calc(50cqw-28.125cqh-4rem)]">
            {seriesTitle}
          </h1>
        </div>
        {bare ? null : <TopButtons player={player} actions={actions} full={props.full} />}
      </div>
      <div className="pointer-events-none! relative bands:flex bands:items-end bands:justify-between">
        {bare ? null : (
          <>
            <div className="pointer-events-none flex flex-col items-end gap-3 pr-[max(0.5rem,env(safe-area-inset-right))] pb-3 beside:hidden compact:gap-1 bands:order-last bands:pb-[max(1rem,env(safe-area-inset-bottom))] flat:absolute flat:top-0 flat:right-0 flat:flex-row flat:items-start flat:gap-0 *:pointer-events-auto">
              <RailButton
                label={t("watch.myList")}
                pressed={favorite}
                onClick={actions.favorite}
                icon={
                  <Bookmark aria-hidden className={`${ICON_CLASSES} ${favorite ? "fill-current" : ""}`} />
                }
              />
              <RailButton
                label={t("watch.share")}
                onClick={actions.share}
                icon={<Share2 aria-hidden className={ICON_CLASSES} />}
              />
              <RailButton
                label={t("watch.episodes")}
                opensDialog
                onClick={actions.episodes}
                icon={<ListVideo aria-hidden className={ICON_CLASSES} />}
              />
            </div>
            <BottomControls visible={visible}>
              {heading}
              <Scrubber player={player} storyboard={props.storyboard} />
              <TimeRow player={player} actions={actions} />
              {next}
            </BottomControls>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Renders the controls at the bottom of the picture. It sets its height on the stage, so that captions stay clear of
 * it.
 */
function BottomControls({ visible, children }: { visible: boolean; children: ReactNode }) {
  const bottom = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = bottom.current;
    const stage = box?.closest("section");
    if (!box || !stage) return undefined;
    const watcher = new ResizeObserver(() => stage.style.setProperty("--foot", `${box.offsetHeight}px`));
    watcher.observe(box);
    return () => watcher.disconnect();
  }, []);
  return (
    <div
      ref={bottom}
      className={`min-w-0 pr-[max(1rem,env(safe-area-inset-right))] pb-[max(1rem,env(safe-area-inset-bottom))] pl-[max(1rem,env(safe-area-inset-left))] shadowed short:pb-[max(0.25rem,env(safe-area-inset-bottom))] bands:band bands:max-w-104 bands:pr-3 ${visible ? "pointer-events-auto" : ""}`}
    >
      {children}
    </div>
  );
}

// Goes back in the history, where the earlier screen is still loaded. A visitor from elsewhere goes to the home
// screen.
function goBack(event: MouseEvent): void {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  if (!navigation?.canGoBack) return;
  event.preventDefault();
  history.back();
}

interface TopButtonsProps {
  player: Player;
  actions: ControlActions;
  full: boolean;
}

function TopButtons({ player, actions, full }: TopButtonsProps) {
  const t = useMessages();
  const muted = usePlayer(player, (state) => state.muted);
  const captions = usePlayer(player, (state) => state.captions.length > 0);
  const reading = usePlayer(player, (state) => state.captionLanguage !== null);
  const floating = usePlayer(player, (state) => state.floating);
  return (
    <>
      <IconButton label={muted ? t("watch.unmute") : t("watch.mute")} onClick={() => player.setMuted(!muted)}>
        {muted ? (
          <VolumeX aria-hidden className={ICON_CLASSES} />
        ) : (
          <Volume2 aria-hidden className={ICON_CLASSES} />
        )}
      </IconButton>
      {captions ? (
        <IconButton
          label={reading ? t("watch.captionsTurnOff") : t("watch.captionsTurnOn")}
          onClick={actions.captions}
        >
          {reading ? (
            <Captions aria-hidden className={ICON_CLASSES} />
          ) : (
            <CaptionsOff aria-hidden className={ICON_CLASSES} />
          )}
        </IconButton>
      ) : null}
      {/* On a phone these two are in the settings. */}
      <span className="hidden wide:flex slim:hidden">
        {actions.float ? (
          <IconButton label={floating ? t("watch.pipLeave") : t("watch.pip")} onClick={actions.float}>
            <PictureInPicture2 aria-hidden className={ICON_CLASSES} />
          </IconButton>
        ) : null}
        {actions.fullscreen ? (
          <IconButton
            label={full ? t("watch.fullscreenExit") : t("watch.fullscreen")}
            onClick={actions.fullscreen}
          >
            {full ? (
              <Minimize aria-hidden className={ICON_CLASSES} />
            ) : (
              <Maximize aria-hidden className={ICON_CLASSES} />
            )}
          </IconButton>
        ) : null}
      </span>
      <IconButton label={t("watch.settings")} aria-haspopup="dialog" onClick={actions.settings}>
        <Ellipsis aria-hidden className={ICON_CLASSES} />
      </IconButton>
    </>
  );
}

interface RailButtonProps {
  label: string;
  icon: ReactNode;
  /** Set for toggles only. */
  pressed?: boolean;
  opensDialog?: boolean;
  onClick: () => void;
}

function RailButton({ label, icon: picture, pressed, opensDialog, onClick }: RailButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-haspopup={opensDialog ? "dialog" : undefined}
      onClick={onClick}
      className="flex min-h-[52px] min-w-[60px] flex-col items-center justify-center gap-1 rounded-lg text-xs font-medium shadowed [&>svg]:max-w-[28px]"
    >
      {picture}
      <span className="compact:sr-only">{label}</span>
    </button>
  );
}
