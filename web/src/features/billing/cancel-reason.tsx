import { cancelReasons, type CancelReason as Reason } from "@cliffhanger/contract/cancel-reasons";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";

/** Asks after a cancellation what led to it. It may be left unanswered. */
export function CancelReason() {
  const t = useMessages();
  const [isGiven, setGiven] = useState(false);
  const give = (reason: Reason) => {
    setGiven(true);
    void call("POST /api/payment/cancel", { reason }, { quiet: true }).catch(() => undefined);
  };
  return (
    <section aria-labelledby="cancel-reason" className="mt-4 rounded-lg border border-line p-4">
      <h3 id="cancel-reason" className="text-sm font-semibold">
        {t("membership.reason.title")}
      </h3>
      <div role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isGiven ? t("membership.reason.thanks") : null}
      </div>
      {isGiven ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          {cancelReasons.map((reason) => (
            <Button
              key={reason}
              shape="quiet"
              onClick={() => give(reason)}
              className="max-w-full min-w-0 text-sm wrap-anywhere"
            >
              {t(`membership.reason.${reason}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
