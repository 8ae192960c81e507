import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";

/** A row that scrolls sideways under the finger; a mouse gets buttons where there is more to see. */
export function Shelf({ title, children }: { title: string; children: ReactNode }) {
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

  function move(direction: number) {
    const element = list.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.85, behavior: "smooth" });
  }

  const place = "absolute top-[calc(50%-3.25rem)] z-10 hidden pointer-fine:md:block";
  const arrow = "border border-line bg-raised shadow-xl shadow-black/50 hover:bg-surface";
  return (
    <div className="relative">
      <ul
        ref={list}
        className="gutter no-scrollbar relative flex snap-x snap-proximity scroll-px-4 gap-2.5 overflow-x-auto overscroll-x-contain md:scroll-px-8 md:gap-4 xl:scroll-px-12"
      >
        {children}
      </ul>
      {edges.start ? null : (
        <span className={`${place} left-4`}>
          <IconButton label={t("home.scrollBack")} onClick={() => move(-1)} className={arrow}>
            <ChevronLeft aria-hidden className="size-5" />
          </IconButton>
        </span>
      )}
      {edges.end ? null : (
        <span className={`${place} right-4`}>
          <IconButton label={t("home.scrollOn", { title })} onClick={() => move(1)} className={arrow}>
            <ChevronRight aria-hidden className="size-5" />
          </IconButton>
        </span>
      )}
    </div>
  );
}
