import { X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { formatNames, type Purpose } from "./purposes.ts";

interface ConsentBannerProps {
  purposes: readonly Purpose[];
  /** Where it is shown: above a phone's tabs, or at the top of a screen whose player fills the rest. */
  place: "bottom" | "top";
  onChoose: (allowed: boolean) => void;
  onMore: () => void;
  onLater: () => void;
}

/**
 * Asks for consent once, in a corner. Refusing is as easy as accepting, and neither is required to continue (Escape:
 * not now).
 */
export function ConsentBanner({ purposes, place, onChoose, onMore, onLater }: ConsentBannerProps) {
  const t = useMessages();
  const language = useLanguage();
  const box = useRef<HTMLElement>(null);
  useReservedRoom(box, place);
  useEscape(box, onLater);
  const names = formatNames(
    purposes.flatMap(({ vendors }) => vendors),
    language,
  );
  return (
    <section
      ref={box}
      aria-labelledby="consent-title"
      className={`${place === "top" ? "top-[calc(3.75rem+env(safe-area-inset-top))] wide:top-auto wide:bottom-5" : "bottom-[calc(4.25rem+env(safe-area-inset-bottom))] md:bottom-5"} fixed inset-x-2 z-30 max-h-[60dvh] overflow-y-auto rounded-xl border border-line bg-raised p-3.5 shadow-2xl shadow-black/60 transition-[opacity,translate] duration-250 ease-out md:inset-x-auto md:right-5 md:w-100 starting:translate-y-2 starting:opacity-0`}
    >
      <h2 id="consent-title" className="pr-9 font-semibold">
        {t("consent.title")}
      </h2>
      <p role="status" className="text-sm text-text/85">
        {t("consent.ask", { names })}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onMore}
        className="-mt-2 -mb-1.5 inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4 hover:text-text"
      >
        {t("consent.more")}
      </button>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
        <Button shape="quiet" className="min-h-11!" onClick={() => onChoose(false)}>
          {t("consent.refuse")}
        </Button>
        <Button shape="quiet" className="min-h-11!" onClick={() => onChoose(true)}>
          {t("consent.accept")}
        </Button>
      </div>
      <IconButton label={t("consent.later")} onClick={onLater} className="absolute! top-1 right-1 text-muted">
        <X aria-hidden className="size-5" />
      </IconButton>
    </section>
  );
}

// Escape means "not now" while the focus is here or nowhere; elsewhere it has another meaning.
function useEscape(box: RefObject<HTMLElement | null>, onLater: () => void): void {
  const later = useEffectEvent(onLater);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { activeElement } = document;
      const isHere = activeElement === document.body || box.current?.contains(activeElement);
      if (event.key === "Escape" && isHere && !event.defaultPrevented) later();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [box]);
}

// Reserves room below the page, so that its end and focused elements can scroll out from under the banner.
function useReservedRoom(box: RefObject<HTMLElement | null>, place: "bottom" | "top"): void {
  useEffect(() => {
    if (place === "top") return undefined;
    const { body, documentElement: root } = document;
    const observer = new ResizeObserver(() => {
      const height = `${box.current?.offsetHeight ?? 0}px`;
      body.style.paddingBottom = height;
      root.style.scrollPaddingBottom = height;
    });
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
      body.style.paddingBottom = "";
      root.style.scrollPaddingBottom = "";
    };
  }, [box, place]);
}
