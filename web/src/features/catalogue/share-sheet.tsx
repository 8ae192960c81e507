import { useMessages } from "../../lib/use-language.ts";
import { Sheet } from "../../ui/sheet.tsx";

/** Renders the address for copying by hand, where neither the share sheet nor the clipboard is available (R93). */
export function ShareSheet({ url, onClose }: { url: string | null; onClose: () => void }) {
  const t = useMessages();
  return (
    <Sheet open={url !== null} onClose={onClose} title={t("share.fail")}>
      <label className="block px-1 pb-2 text-muted">
        {t("share.unable")}
        <input
          readOnly
          value={url ?? ""}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-2 block min-h-13 w-full rounded-lg border border-line bg-raised px-4 text-text"
        />
      </label>
    </Sheet>
  );
}
