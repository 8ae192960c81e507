import { useSyncExternalStore } from "react";
import { dismiss, type Notice, noticeStore } from "../lib/notices.ts";

const none: readonly Notice[] = [];

/** Shows the messages over everything and has each read out once. */
export function Toaster() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get, () => none);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[max(1rem,env(safe-area-inset-top))] z-50 flex flex-col items-center gap-2 px-4"
    >
      {notices.map((notice) => (
        <button
          key={notice.id}
          type="button"
          onClick={() => dismiss(notice.id)}
          className="pointer-events-auto min-h-11 max-w-md rounded-lg border border-line bg-raised px-5 py-3 text-sm shadow-2xl shadow-black/60 transition-[opacity,translate] duration-200 ease-out starting:-translate-y-3 starting:opacity-0"
        >
          {notice.text}
        </button>
      ))}
    </div>
  );
}
