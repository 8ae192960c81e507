import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "./call.ts";
import { useMay } from "./me.ts";

/** Reads everyone who runs this installation. */
export const teamQuery = queryOptions({
  queryKey: ["team"],
  queryFn: () => call("GET /api/console/team"),
});

/** The operators, for who may see the team; everybody else gets none. */
export function useMembers(): readonly { id: string; email: string }[] {
  const mayTeam = useMay("team");
  return useQuery({ ...teamQuery, enabled: mayTeam }).data?.members ?? [];
}
