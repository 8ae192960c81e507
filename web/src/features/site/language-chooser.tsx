import { Languages } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useSite } from "./site-context.ts";

const LanguageList = lazy(async () => ({ default: (await import("./language-list.tsx")).LanguageList }));

/** The button and sheet that change the language without a reload (R9, R30). */
export function LanguageChooser() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // One language leaves nothing to choose; none named means all.
  if (useSite().languages.length === 1) return null;
  return (
    <>
      <IconButton
        label={t("site.language")}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-mr-2.5"
      >
        <Languages aria-hidden className="size-6" />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t("site.language")}>
        <Suspense fallback={null}>
          <LanguageList onChosen={() => setOpen(false)} />
        </Suspense>
      </Sheet>
    </>
  );
}
