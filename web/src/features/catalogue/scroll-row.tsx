import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { prefersStill } from "../../lib/prefers-still.ts";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";

/** Renders a row that scrolls sideways by touch; a mouse gets buttons where there is more. */
export function ScrollRow({ title, children }: { title: string; children: ReactNode }) {
  const t = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ start: true, end: true });

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () =>
      setEdges({
        start: element.scrollLeft < 8,
        end: element.scrollLeft + element.clientWidth > element.scrollWidth - 8,
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  function scrollBy(direction: number) {
    const element = list.current;
    const behavior = prefersStill() ? "instant" : "smooth";
    element?.scrollBy({ left: direction * element.clientWidth * 0.85, behavior });
  }

  const BUTTON_POSITION = "absolute top-[calc(50%-3.25rem)] z-10 hidden pointer-fine:md:block";
  const BUTTON_CLASSES = "border border-line bg-raised shadow-xl shadow-black/50 hover:bg-surface";
  return (
    <div className="relative">
      <ul
        ref={list}
        className="gutter no-scrollbar relative flex snap-x snap-proximity scroll-px-4 gap-2.5 overflow-x-auto overscroll-x-contain md:scroll-px-8 md:gap-4 xl:scroll-px-12"
      >
        {children}
      </ul>
      {edges.start ? null : (
        <span className={`${BUTTON_POSITION} left-4`}>
          <IconButton label={t("home.scrollBack")} onClick={() => scrollBy(-1)} className={BUTTON_CLASSES}>
            <ChevronLeft aria-hidden className="size-5" />
          </IconButton>
        </span>
      )}
      {edges.end ? null : (
        <span className={`${BUTTON_POSITION} right-4`}>
          <IconButton
            label={t("home.scrollOn", { title })}
            onClick={() => scrollBy(1)}
            className={BUTTON_CLASSES}
          >
            <ChevronRight aria-hidden className="size-5" />
          </IconButton>
        </span>
      )}
    </div>
  );
}
