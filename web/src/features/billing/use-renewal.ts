import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { refreshRights } from "./queries.ts";

/** Ends the renewal of a membership, or takes that back (R75). What goes wrong is said by the call. */
export function useRenewal() {
  const t = useMessages();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  /** Answers whether it was done. */
  async function change(undo: boolean): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await call("POST /api/payment/cancel", undo ? { undo: true } : {});
      await refreshRights(client);
      showToast(t(undo ? "membership.undone" : "membership.cancelled"));
      return true;
    } catch {
      await refreshRights(client);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, cancel: () => change(false), undo: () => change(true) };
}
