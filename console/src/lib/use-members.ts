import { useQuery } from "@tanstack/react-query";
import { call } from "./call.ts";
import { useMay } from "./me.ts";

/** The operators, for who may see the team; everybody else gets none. */
export function useMembers(): readonly { id: string; email: string }[] {
  const mayTeam = useMay("team");
  const { data } = useQuery({
    queryKey: ["team"],
    queryFn: () => call("GET /api/console/team"),
    enabled: mayTeam,
  });
  return data?.members ?? [];
}
