import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { t } from "../lib/messages.ts";
import { useOnline } from "../lib/use-online.ts";
import styles from "./bars.module.css";

/** Says that there is no connection. What failed meanwhile is read again when it is back. */
export function OfflineBar() {
  const online = useOnline();
  const client = useQueryClient();
  const was = useRef(online);
  useEffect(() => {
    if (online && !was.current) void client.invalidateQueries();
    was.current = online;
  }, [online, client]);
  return (
    <div role="status">
      {!online && (
        <p className={styles.bar} data-tone="amber">
          <WifiOff size={17} aria-hidden />
          <span>{t("offline")}</span>
        </p>
      )}
    </div>
  );
}
