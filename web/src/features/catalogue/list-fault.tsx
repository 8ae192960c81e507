import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Failed } from "../../ui/failed.tsx";
import { Message } from "../../ui/message.tsx";

/** Returns why a list cannot be shown now; null where it can, or is loading. */
export function listFault(list: UseInfiniteQueryResult<unknown>): "offline" | "failed" | null {
  const { data, fetchStatus, isError, isPlaceholderData } = list;
  // Only placeholder data of another list is present, and the requested one cannot load now.
  if (fetchStatus === "paused" && (data === undefined || isPlaceholderData)) return "offline";
  if (data !== undefined || !isError) return null;
  return navigator.onLine ? "failed" : "offline";
}

/** Renders a message in place of a list; it reloads when the connection returns, or by a retry. */
export function ListFault({ fault, retry }: { fault: "offline" | "failed"; retry: () => void }) {
  return fault === "offline" ? <Offline onBack={retry} /> : <Failed retry={retry} />;
}

// The connection may have been lost before the list observed it, so this component listens for its return itself.
function Offline({ onBack }: { onBack: () => void }) {
  const t = useMessages();
  useEffect(() => {
    window.addEventListener("online", onBack);
    return () => window.removeEventListener("online", onBack);
  }, [onBack]);
  return (
    <Message icon={<WifiOff aria-hidden className="size-7" />} title={t("list.offlineTitle")}>
      <p role="status">{t("list.offlineText")}</p>
    </Message>
  );
}
