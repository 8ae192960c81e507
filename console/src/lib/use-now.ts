import { useEffect, useState } from "react";
import { serverNow } from "./server-clock.ts";

/** Returns the present time of the server, renewed every so many milliseconds. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(serverNow())), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
