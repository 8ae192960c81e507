import { useMessages } from "../../lib/use-language.ts";
import { Sheet } from "../../ui/sheet.tsx";

const rows = [
  { name: "play", keys: ["space", "K"] },
  { name: "seek", keys: ["←", "→"] },
  { name: "skip", keys: ["J", "L"] },
  { name: "ends", keys: ["Home", "End"] },
  { name: "tenths", keys: ["0–9"] },
  { name: "speed", keys: ["<", ">"] },
  { name: "episode", keys: ["N", "P", "↓", "↑"] },
  { name: "mute", keys: ["M"] },
  { name: "captions", keys: ["C"] },
  { name: "fullscreen", keys: ["F"] },
  { name: "float", keys: ["I"] },
  { name: "help", keys: ["?"] },
  { name: "close", keys: ["Esc"] },
] as const;

/** Renders the list of keyboard shortcuts, which `?` opens. */
export function ShortcutsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <Sheet open={open} onClose={onClose} title={t("watch.shortcuts")}>
      <dl className="px-1">
        {rows.map(({ name, keys }) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 border-b border-line py-2.5 last:border-0"
          >
            <dt>{t(`watch.keys.${name}`)}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-sm border border-line bg-raised px-2 py-1 text-center font-sans text-sm"
                >
                  {key === "space" ? t("watch.space") : key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
