import { useMessages } from "../../lib/use-language.ts";
import { drawnLater } from "../../ui/drawn-later.tsx";
import { Sheet } from "../../ui/sheet.tsx";

const LanguageList = drawnLater(() => import("./language-list.tsx"), "LanguageList");

/** The languages in a sheet (R9). */
export function LanguageSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <Sheet open={open} onClose={onClose} title={t("site.language")}>
      <LanguageList onChosen={onClose} />
    </Sheet>
  );
}
