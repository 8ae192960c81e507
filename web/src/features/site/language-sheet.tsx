import { useMessages } from "../../lib/use-language.ts";
import { lazyOnOpen } from "../../loader/client/lazy-on-open.tsx";
import { Sheet } from "../../ui/sheet.tsx";

const LanguageList = lazyOnOpen(
  () => import("./language-list.tsx").then(({ LanguageList }) => LanguageList),
  { styles: "core" },
);

/** Renders the languages in a sheet (R9). */
export function LanguageSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <Sheet open={open} onClose={onClose} title={t("site.language")} load={LanguageList.prefetch}>
      <LanguageList onChosen={onClose} />
    </Sheet>
  );
}
