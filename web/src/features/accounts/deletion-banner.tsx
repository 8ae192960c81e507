import type { User } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";

/** Shows when the account will be deleted, and offers to cancel that. */
export function DeletionBanner({ deletesAt }: { deletesAt: string }) {
  const t = useMessages();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function cancelDeletion() {
    setBusy(true);
    try {
      await call("POST /api/user/delete", { undo: true });
      // Not asked from the server again: that may fail, and the banner would stay with its button at rest.
      client.setQueriesData<User>(
        { queryKey: ["GET /api/user"] },
        (user) => user && { ...user, deletesAt: null },
      );
      showToast(t("deletion.undone"));
    } catch {
      // The call has shown the error; the button allows another attempt.
      setBusy(false);
    }
  }

  return (
    <section
      aria-labelledby="deletion"
      className="flex flex-wrap items-center gap-4 rounded-xl border border-accent bg-surface p-[min(1.25rem,5vw)]"
    >
      <Trash2 aria-hidden className="size-6 shrink-0 text-accent" />
      <div className="min-w-[min(13rem,100%)] flex-1">
        <h2 id="deletion" className="font-semibold">
          {t("deletion.heading", { date: formatDate(deletesAt) })}
        </h2>
        <p className="text-sm text-muted">{t("deletion.untilThen")}</p>
      </div>
      <Button shape="quiet" aria-disabled={busy} onClick={busy ? undefined : () => void cancelDeletion()}>
        {t("deletion.undo")}
      </Button>
    </section>
  );
}
