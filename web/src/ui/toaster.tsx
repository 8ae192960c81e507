import { useSyncExternalStore } from "react";
import { dismiss, holdWhile, type Toast, toastStore } from "../lib/toasts.ts";

const none: readonly Toast[] = [];

/** Renders the toasts over everything and has each read out once. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none);
  return (
    <div
      role="status"
      aria-live="polite"
      ref={(box) => holdWhile(() => box?.matches(":hover, :focus-within") === true)}
      className="pointer-events-none fixed inset-x-0 top-[max(1rem,env(safe-area-inset-top))] z-50 flex flex-col items-center gap-2 px-4"
    >
      {toasts.map(({ id, text, action }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md items-center rounded-lg border border-line bg-raised px-2 text-sm shadow-2xl shadow-black/60 transition-[opacity,translate] duration-200 ease-out starting:-translate-y-3 starting:opacity-0"
        >
          <button type="button" onClick={() => dismiss(id)} className="min-h-11 px-3 py-3">
            {text}
          </button>
          {action ? (
            <button
              type="button"
              onClick={() => dismiss(id, true)}
              className="min-h-11 shrink-0 px-3 font-semibold text-accent"
            >
              {action.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
