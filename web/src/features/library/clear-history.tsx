import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { keepContinueHint } from "./continue-hint.ts";
import { forgetProgress } from "./forget-progress.ts";
import { refreshList } from "./queries.ts";

/** Empties the history, once that is confirmed: it cannot be undone. */
export function ClearHistory() {
  const t = useMessages();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [clearing, setClearing] = useState(false);

  async function clear(): Promise<void> {
    setClearing(true);
    try {
      await call("DELETE /api/user/history", { all: true });
      keepContinueHint(false);
      forgetProgress(client);
      await refreshList(client, "history");
      showToast(t("library.cleared"));
      setAsking(false);
    } catch {
      // The call itself said what went wrong; the sheet stays for another try.
      setClearing(false);
    }
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="flex min-h-11 items-center gap-2 rounded-md px-2 text-sm font-medium text-muted hover:text-text"
      >
        <Trash2 aria-hidden className="size-4" />
        {t("library.clear")}
      </button>
      <Sheet open={asking} onClose={() => setAsking(false)} title={t("library.clearTitle")}>
        <p className="px-1 pb-5 text-muted">{t("library.clearText")}</p>
        <div className="flex flex-col gap-2.5">
          <Button shape="primary" disabled={clearing} onClick={() => void clear()}>
            {t("library.clearNow")}
          </Button>
          <Button shape="quiet" onClick={() => setAsking(false)}>
            {t("library.keep")}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
