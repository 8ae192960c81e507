import { Languages } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { IconButton } from "../../ui/button.tsx";
import { LanguageSheet } from "./language-sheet.tsx";
import { useSite } from "./site-context.ts";

/** Renders the button and sheet that change the language without a reload (R9, R30). */
export function LanguageChooser() {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  // A single language offers no choice; an empty list means all.
  if (useSite().languages.length === 1) return null;
  return (
    <>
      <IconButton label={t("site.language")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Languages aria-hidden className="size-6" />
      </IconButton>
      <LanguageSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}
