import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Sheet } from "../../ui/sheet.tsx";

const LanguageList = lazy(async () => ({ default: (await import("./language-list.tsx")).LanguageList }));

/** The languages in a sheet (R9). */
export function LanguageSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t("site.language")}>
      <Suspense fallback={null}>
        <LanguageList onChosen={onClose} />
      </Suspense>
    </Sheet>
  );
}
