import type { Image } from "@cliffhanger/contract";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

interface SeriesEndProps {
  seriesTitle: string;
  /** Whether the viewer could watch all episodes; otherwise the series is not finished. */
  open: boolean;
  /** Whether it has a time for its next episode. */
  goesOn: boolean;
  art: Image;
  /** Whether it is the current section: only then it can have the focus. */
  shown: boolean;
  onReplay: () => void;
  /** What to watch next. */
  children: ReactNode;
}

/** Renders the section after the last episode: the end of the series, and what to watch next. */
export function SeriesEnd({ seriesTitle, open, goesOn, art, shown, onReplay, children }: SeriesEndProps) {
  const t = useMessages();
  return (
    <div inert={!shown} className="absolute inset-0 overflow-hidden">
      <Picture image={art} sizes="64px" className="absolute -inset-8 opacity-45 blur-art" />
      <span aria-hidden className="absolute inset-0 shade-bottom" />
      <section
        aria-labelledby="finale"
        className="absolute inset-0 flex flex-col justify-end gap-5 px-4 pt-[max(4.5rem,calc(4rem+env(safe-area-inset-top)))] pb-[max(1.25rem,env(safe-area-inset-bottom))]"
      >
        <div className="min-h-0">
          <h2 id="finale" className="pb-1 font-title text-2xl">
            {open ? t("watch.finishedTitle") : t("watch.moreLike")}
          </h2>
          {/* When the next episode comes says more, and both have no room on a low screen. */}
          {open && !goesOn ? (
            <p className="mt-2 text-text/85">{t("watch.finishedText", { title: seriesTitle })}</p>
          ) : null}
        </div>
        {children}
        {open ? (
          <Button shape="quiet" onClick={onReplay}>
            <RotateCcw aria-hidden className="size-5" />
            {t("watch.replay")}
          </Button>
        ) : null}
      </section>
    </div>
  );
}
