import { useQuery } from "@tanstack/react-query";
import { asPoll, call } from "./call.ts";

const ask = () => call("GET /api/console/today");

function poll(): ReturnType<typeof ask> {
  let answer: ReturnType<typeof ask> | undefined;
  asPoll(() => {
    answer = ask();
  });
  return answer ?? ask();
}

/** What Today says, read again every so many milliseconds, which keeps no session open. `isAsked`: it is the screen itself. */
export function useToday({
  everyMs,
  isAsked,
  enabled = true,
}: {
  everyMs: number;
  isAsked: boolean;
  enabled?: boolean;
}) {
  return useQuery({
    queryKey: ["today"],
    // The screen's first time is what the operator asked for; all others are polls.
    queryFn: ({ client, queryKey }) =>
      isAsked && client.getQueryData(queryKey) === undefined ? ask() : poll(),
    refetchInterval: everyMs,
    enabled,
  });
}
