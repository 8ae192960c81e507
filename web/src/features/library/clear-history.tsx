import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { setContinueHint } from "./continue-hint.ts";
import { refreshList } from "./queries.ts";
import { removeCachedProgress } from "./remove-cached-progress.ts";

/** Clears the history after a confirmation, because that cannot be undone. */
export function ClearHistory() {
  const t = useMessages();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [clearing, setClearing] = useState(false);

  async function clear(): Promise<void> {
    setClearing(true);
    try {
      await call("DELETE /api/user/history", { all: true });
      setContinueHint(false);
      removeCachedProgress(client);
      await refreshList(client, "history");
      showToast(t("library.cleared"));
      setOpen(false);
    } catch {
      // The call has shown the error; the sheet stays open for another attempt.
      setClearing(false);
    }
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-2 rounded-md px-2 text-sm font-medium text-muted hover:text-text"
      >
        <Trash2 aria-hidden className="size-4" />
        {t("library.clear")}
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t("library.clearTitle")}>
        <p className="px-1 pb-5 text-muted">{t("library.clearText")}</p>
        <div className="flex flex-col gap-2.5">
          <Button shape="primary" disabled={clearing} onClick={() => void clear()}>
            {t("library.clearNow")}
          </Button>
          <Button shape="quiet" onClick={() => setOpen(false)}>
            {t("library.keep")}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
