import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { LanguageProvider } from "../lib/language-provider.tsx";
import { activeI18n } from "../lib/messages.ts";
import { useMessages } from "../lib/use-language.ts";
import { IconButton } from "../ui/button.tsx";

const id = "update-prompt";

/** Says over whatever is shown that a newer version waits. Nothing happens until somebody asks for it. */
export function showUpdatePrompt(onReload: () => void): void {
  const i18n = activeI18n();
  if (!i18n || document.getElementById(id)) return;
  const place = document.body.appendChild(document.createElement("div"));
  place.id = id;
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(
    <LanguageProvider i18n={i18n}>
      <UpdatePrompt onReload={onReload} onClose={close} />
    </LanguageProvider>,
  );
}

function UpdatePrompt({ onReload, onClose }: { onReload: () => void; onClose: () => void }) {
  const t = useMessages();
  // Said by screen readers only when it comes into a region that is there already.
  const [said, setSaid] = useState(false);
  useEffect(() => setSaid(true), []);
  return (
    <div className="pointer-events-none fixed inset-x-0 top-[max(1rem,env(safe-area-inset-top))] z-50 flex justify-center px-4">
      <div
        role="status"
        className="pointer-events-auto flex max-w-lg items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-5 text-sm shadow-2xl shadow-black/60 transition-[opacity,translate] duration-200 ease-out starting:-translate-y-3 starting:opacity-0"
      >
        <span className="py-2">{said ? t("update.text") : null}</span>
        <button
          type="button"
          onClick={onReload}
          className="min-h-11 shrink-0 rounded-md px-3 font-semibold text-accent hover:bg-white/5"
        >
          {t("update.reload")}
        </button>
        <IconButton label={t("common.close")} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </div>
  );
}
