import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useMessages } from "../lib/use-language.ts";
import type { SheetProps } from "./sheet.tsx";

/**
 * Renders a sheet from the bottom that is closed by a drag or a tap; from 768 px a centred dialog. Focus stays
 * inside.
 */
export function Drawer({ open, onClose, title, note, lead, children }: SheetProps) {
  const t = useMessages();
  const [shown, setShown] = useState(false);
  // The component loads lazily: opening one render later shows the entry animation.
  useEffect(() => setShown(open), [open]);
  useBackButton(open, onClose);
  const notes = [note ?? []].flat().filter((text) => text !== "");
  // With a leading picture the heading is tall and scrolls along: with large text it would leave no room otherwise.
  const heading = (
    <div
      className={`flex min-h-15 shrink-0 items-center gap-4 pt-2 pr-12 ${lead ? "pb-4 md:pt-4" : "pb-2 pl-5"}`}
    >
      {lead}
      <div className="min-w-0 flex-1 wrap-break-word hyphens-auto">
        <Base.Title
          className={
            notes.length > 0 ? "font-title text-[min(1.25rem,8vw)] leading-[1.2]" : "text-lg font-semibold"
          }
        >
          {title}
        </Base.Title>
        {notes.length > 0 ? (
          <Base.Description className="mt-1 text-sm text-muted">
            {notes.map((text) => (
              <span key={text} className="block">
                {text}
              </span>
            ))}
          </Base.Description>
        ) : null}
      </div>
    </div>
  );
  return (
    <Base.Root open={shown} onOpenChange={(next) => (next ? undefined : onClose())} swipeDirection="down">
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/60 transition-opacity duration-200 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center [container:sheet/size] md:items-center">
          <Base.Popup
            className={`relative flex ${lead ? "max-h-[92dvh] overflow-hidden" : "max-h-[85dvh]"} w-full max-w-xl flex-col rounded-t-xl border-t border-line bg-surface outline-none transition-[transform,opacity] duration-250 ease-out [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 md:max-w-md md:rounded-xl md:border`}
          >
            <span aria-hidden className="mx-auto mt-3 h-1 w-10 shrink-0 rounded-full bg-white/25 md:hidden" />
            {lead ? null : heading}
            <Base.Close
              aria-label={t("common.close")}
              className="absolute top-6 right-3 inline-flex size-11 items-center justify-center rounded-full bg-surface/80 text-muted hover:bg-raised md:top-2"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
            <Base.Content className="overflow-y-auto overscroll-contain px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {lead ? heading : null}
              {children}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

// Android's back gesture closes the sheet first. Browsers without CloseWatcher have no such gesture.
function useBackButton(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const Watch = (window as { CloseWatcher?: new () => Watcher }).CloseWatcher;
    if (!open || !Watch) return undefined;
    const watcher = new Watch();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [open]);
}
