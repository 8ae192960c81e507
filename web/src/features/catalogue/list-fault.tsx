import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Failed } from "../../ui/failed.tsx";
import { Message } from "../../ui/message.tsx";

/** Why a list cannot be shown now; null where it can, or where it is on its way. */
export function listFault(list: UseInfiniteQueryResult<unknown>): "offline" | "failed" | null {
  const { data, fetchStatus, isError, isPlaceholderData } = list;
  // Another list stood here last; what was asked for instead cannot come now.
  if (fetchStatus === "paused" && (data === undefined || isPlaceholderData)) return "offline";
  if (data !== undefined || !isError) return null;
  return navigator.onLine ? "failed" : "offline";
}

/** Words in the place of a list that cannot be shown: it comes with the connection, or by another try. */
export function ListFault({ fault, retry }: { fault: "offline" | "failed"; retry: () => void }) {
  return fault === "offline" ? <Offline onBack={retry} /> : <Failed retry={retry} />;
}

// The connection may have gone before the page listened to that, so it listens to its return by itself.
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
