import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/api.ts";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { refetchEntitlements } from "./queries.ts";

/** Cancels the renewal of a membership, or undoes that (R75). The call shows its own errors. */
export function useRenewal() {
  const t = useMessages();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isChanging = useRef(false);

  /** Returns whether it succeeded. */
  async function change(undo: boolean): Promise<boolean> {
    if (isChanging.current) return false;
    isChanging.current = true;
    setBusy(true);
    try {
      await call("POST /api/payment/cancel", undo ? { undo: true } : {});
      await refetchEntitlements(client);
      showToast(t(undo ? "membership.undone" : "membership.cancelled"));
      return true;
    } catch {
      await refetchEntitlements(client);
      return false;
    } finally {
      isChanging.current = false;
      setBusy(false);
    }
  }

  return { busy, cancel: () => change(false), undo: () => change(true) };
}
