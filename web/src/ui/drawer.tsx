import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SheetProps } from "./sheet.tsx";
import "../styles/full.css";

/** A sheet from below, dragged or tapped away; from 768 px a dialog in the middle. Focus stays inside. */
export function Drawer({ open, onClose, title, children }: SheetProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  // It arrives by a lazy import: opening one render later lets the way in be seen.
  useEffect(() => setShown(open), [open]);
  useBackButton(open, onClose);
  return (
    <Base.Root open={shown} onOpenChange={(next) => (next ? undefined : onClose())} swipeDirection="down">
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/60 transition-opacity duration-200 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center">
          <Base.Popup className="flex max-h-[85dvh] w-full max-w-xl flex-col rounded-t-xl border-t border-line bg-surface outline-none transition-[transform,opacity] duration-250 ease-out [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 md:max-w-md md:rounded-xl md:border">
            <span aria-hidden className="mx-auto mt-3 h-1 w-10 shrink-0 rounded-full bg-white/25 md:hidden" />
            <div className="flex items-center justify-between gap-4 py-2 pr-3 pl-5">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              <Base.Close
                aria-label={t("common.close")}
                className="inline-flex size-11 items-center justify-center rounded-full text-muted hover:bg-white/10"
              >
                <X aria-hidden className="size-5" />
              </Base.Close>
            </div>
            <Base.Content className="overflow-y-auto overscroll-contain px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
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

// Android's back gesture closes the sheet first. Browsers without CloseWatcher have no such gesture to lose.
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
